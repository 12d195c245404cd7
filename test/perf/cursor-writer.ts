import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../../src/hosts/cursor/paths.ts';
import type { Home } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';

/** Mean sizes in characters, as those of {@link TranscriptWriter}. */
const size = { prompt: 300, answer: 1500, input: 300, output: 2500 } as const;

/** Writes turns in the documented row shapes of Cursor with ids, times and results of tools. */
export class CursorWriter {
  readonly path: string;
  readonly #text: MadeUpText;
  #at = Date.now() - 86_400_000;

  constructor({ directory, project }: Home, text: MadeUpText) {
    const id = randomUUID();
    const folder = join(directory, '.cursor', 'projects', projectFolder(project));
    this.path = join(folder, 'agent-transcripts', id, `${id}.jsonl`);
    this.#text = text;
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, '');
  }

  fillTo(bytes: number): void {
    while (statSync(this.path).size < bytes) this.append();
  }

  /** Appends a turn with one to seven tool calls, at once. */
  append(): void {
    const query = `<user_query>\n${this.#text.text(size.prompt).trim()}\n</user_query>`;
    const rows = [this.#row('user', [{ type: 'text', text: query }])];
    for (let calls = 1 + this.#text.number(7); calls > 0; calls -= 1) rows.push(...this.#call());
    rows.push(this.#row('assistant', [{ type: 'text', text: this.#text.text(size.answer) }]));
    appendFileSync(this.path, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }

  #call(): readonly object[] {
    const id = `toolu_${randomUUID()}`;
    const input = { command: this.#text.text(size.input) };
    const content = [{ type: 'text', text: this.#text.text(size.output) }];
    return [
      this.#row('assistant', [{ type: 'tool_use', id, name: 'Shell', input }]),
      this.#row('user', [{ type: 'tool_result', tool_use_id: id, content }]),
    ];
  }

  #row(role: string, content: readonly object[]): object {
    this.#at += 10;
    const timestamp = new Date(this.#at).toISOString();
    return { role, timestamp, message: { id: randomUUID(), content } };
  }
}
