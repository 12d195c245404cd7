import process from 'node:process';

const WIDTH = 100;

export function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function rule(): string {
  return '─'.repeat(WIDTH);
}

export function heading(text: string): void {
  line(`\n── ${text} ${'─'.repeat(Math.max(0, WIDTH - 4 - text.length))}`);
}

export function command(words: string, output: string): void {
  line(`$ ${words}\n${output.trimEnd()}\n`);
}

export function oneLine(text: string, width: number): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length > width ? `${flat.slice(0, width - 1)}…` : flat;
}

export function first(text: string, count: number): string {
  const lines = text.trimEnd().split('\n');
  const left = lines.length - count;
  const shown = lines.slice(0, count).map((each) => oneLine(each, WIDTH));
  return [...shown, ...(left > 0 ? [`… and ${left} more lines`] : [])].join('\n');
}
/** `Read ×3, Bash` */
export function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(', ');
}
