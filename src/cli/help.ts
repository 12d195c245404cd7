import type { Command } from './command.ts';

/** A part of the help as the parser prints it. */
interface HelpSection {
  readonly title?: string;
  readonly body: string;
}

/** The help of one command: also what it is for, that it has options, and what these cannot say. */
export function commandHelp(sections: readonly HelpSection[], command: Command): HelpSection[] {
  const { name, summary, notes = [] } = command;
  const [head, ...others] = sections;
  return [
    { body: `${head?.body ?? ''} ${name}\n\n${summary}.` },
    ...others.map((section) =>
      section.title === 'Usage' ? { ...section, body: usageLine(section.body, command) } : section,
    ),
    ...(notes.length === 0 ? [] : [{ body: notes.join('\n') }]),
  ];
}

/** `  $ throughline-bin search <...query> [options]` */
function usageLine(line: string, { name, usage, options }: Command): string {
  if (usage !== undefined) return line.slice(0, line.lastIndexOf(name)) + usage;
  return options.length === 0 ? line : `${line} [options]`;
}
