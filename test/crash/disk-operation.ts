/**
 * What one run asked of the disk, in order. A file keeps its number whatever its name is; names are
 * those in the one directory that was recorded.
 */
export type DiskOperation =
  | { readonly type: 'create'; readonly name: string; readonly file: number }
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'sync-directory' }
  | FileChange
  | { readonly type: 'sync'; readonly file: number }
  | { readonly type: 'acknowledge'; readonly what: Acknowledged };

export type EntryChange = Extract<DiskOperation, { type: 'create' | 'rename' | 'remove' }>;

export type FileChange =
  | {
      readonly type: 'write';
      readonly file: number;
      readonly position: number;
      readonly bytes: Uint8Array;
    }
  | { readonly type: 'truncate'; readonly file: number; readonly size: number };

/** From here on a power cut must not take it away. */
export interface Acknowledged {
  /** The file that holds it. */
  readonly name: string;
  /** Digest of all rows, see `disk-state.ts`. */
  readonly state: string;
}
