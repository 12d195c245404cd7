import { isRecord } from '../core/record.ts';
import { parseSession, spell } from '../core/session.ts';
import { isString, isStringOrNull } from '../core/value-shape.ts';

/** Says which field of an object from outside is not what it should be. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

/** No key, id or path of ours is as long. */
const LONGEST_NAME = 4096;
const LATEST = 8_640_000_000_000_000;

/** Fields of an object from outside; each reader throws {@link FieldError} for another shape. */
export class Fields {
  readonly #value: Readonly<Record<string, unknown>>;

  constructor(value: Readonly<Record<string, unknown>>) {
    this.#value = value;
  }

  text(name: string): string {
    return this.#be(name, this.#value[name], isString);
  }

  textOrNull(name: string): string | null {
    return this.#be(name, this.#value[name] ?? null, isStringOrNull);
  }

  /** A text that names something: short and without zero characters. */
  name(name: string): string {
    return this.#be(name, this.text(name), isName);
  }

  nameOrNull(name: string): string | null {
    return this.textOrNull(name) === null ? null : this.name(name);
  }

  session(name: string): string {
    const session = parseSession(this.text(name));
    if (!session.ok) throw new FieldError(`${name} is no session id`);
    return spell(session.value);
  }

  sessionOrNull(name: string): string | null {
    return this.textOrNull(name) === null ? null : this.session(name);
  }

  number(name: string): number {
    return this.#be(name, this.#value[name], isWhole);
  }

  numberOrNull(name: string): number | null {
    return this.#value[name] == null ? null : this.number(name);
  }

  /** Epoch milliseconds of an ISO 8601 time. */
  time(name: string): number {
    const at = Date.parse(this.text(name));
    return this.#be(name, at, (value): value is number => isWhole(value) && value <= LATEST);
  }

  timeOrNull(name: string): number | null {
    return this.#value[name] == null ? null : this.time(name);
  }

  flag(name: string): boolean {
    return this.#be(name, this.#value[name], (value) => typeof value === 'boolean');
  }

  oneOf<T extends string>(name: string, known: readonly T[]): T {
    return this.#be(name, this.#value[name], (value): value is T => known.includes(value as T));
  }

  object(name: string): Fields {
    return new Fields(this.#be(name, this.#value[name], isRecord));
  }

  objectOrNull(name: string): Fields | null {
    return this.#value[name] == null ? null : this.object(name);
  }

  objects(name: string): readonly Fields[] {
    const list = this.#be(name, this.#value[name] ?? [], (value) => Array.isArray(value));
    return list.map((item: unknown) => new Fields(this.#be(name, item, isRecord)));
  }

  #be<T>(name: string, value: unknown, is: (value: unknown) => value is T): T {
    if (is(value)) return value;
    throw new FieldError(`${name} is ${value === undefined ? 'missing' : 'not what it should be'}`);
  }
}

const isName = (value: unknown): value is string =>
  isString(value) && value !== '' && value.length <= LONGEST_NAME && !value.includes('\0');

const isWhole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
