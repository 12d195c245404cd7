const WORDS =
  `the function returns a list of open files and waits until the lock is free before it writes
  const result = await read(path); if (error) throw new Error(message); export interface Options
  テストを実行して結果を確認します。設定ファイルを読み込み、変更を保存しました。 npm run check passes
  src/store/turns.ts:42:7 expected 200 received 404 at Object.handle (internal) "key": "value", [1, 2, 3]`
    .split(/\s+/)
    .filter((word) => word !== '');

const CORPUS_LENGTH = 1_000_000;

/** Texts nobody wrote, the same in every run: English, Japanese and code in lines. */
export class MadeUpText {
  readonly #corpus: string;
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
    let corpus = '';
    while (corpus.length < CORPUS_LENGTH) {
      const word = WORDS[this.number(WORDS.length)] ?? '';
      corpus += word + (this.number(12) === 0 ? '\n' : ' ');
    }
    this.#corpus = corpus;
  }

  /** A whole number from 0 to `below`, exclusive (mulberry32). */
  number(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  /** Between half of `length` and one and a half of it, in characters; at most 1,000,000. */
  text(length: number): string {
    const wanted = Math.min((length >> 1) + this.number(length), CORPUS_LENGTH);
    const start = this.number(CORPUS_LENGTH - wanted);
    return this.#corpus.slice(start, start + wanted);
  }
}
