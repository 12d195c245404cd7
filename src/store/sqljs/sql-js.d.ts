/** The parts of sql.js 1.17.0 that we use; the package ships no types. */
declare module 'sql.js/dist/sql-wasm-browser.js' {
  export type SqlJsValue = string | number | bigint | Uint8Array | null;

  /** Errors carry `errcode`, SQLite's extended result code. */
  export interface Statement {
    bind(values: readonly SqlJsValue[]): boolean;
    step(): boolean;
    get(): SqlJsValue[];
    getColumnNames(): string[];
    reset(): boolean;
    free(): boolean;
  }

  export interface Database {
    /** Without parameters any number of statements, separated by semicolons. */
    run(sql: string): Database;
    exec(sql: string): { readonly columns: string[]; readonly values: SqlJsValue[][] }[];
    prepare(sql: string): Statement;
    close(): void;
  }

  export interface SqlJsModule {
    readonly Database: new (data?: Uint8Array) => Database;
    readonly _malloc: (bytes: number) => number;
    readonly _free: (pointer: number) => void;
    readonly _sqlite3_open: (name: number, handle: number) => number;
    readonly _sqlite3_close_v2: (handle: number) => number;
  }

  export interface SqlJsConfig {
    readonly useOldExtensionFunctions: false;
    readonly instantiateWasm: (
      imports: object,
      done: (instance: { readonly exports: object }) => void,
    ) => object;
  }

  /** The first call of a process decides; its `config` object becomes the module itself. */
  export default function initSqlJs(config: SqlJsConfig): Promise<SqlJsModule>;
}
