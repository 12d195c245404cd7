/** What a JSON parser stumbles over. */
export type SyntaxFault =
  | 'symbol'
  | 'number'
  | 'name'
  | 'value'
  | 'colon'
  | 'comma'
  | 'brace'
  | 'bracket'
  | 'end'
  | 'open-comment'
  | 'open-text'
  | 'open-number'
  | 'escape'
  | 'character'
  | 'other';

/** Why a text is no JSON. `line`: from 1. */
export type JsonFault =
  | { readonly kind: 'syntax'; readonly fault: SyntaxFault; readonly line: number }
  | { readonly kind: 'deep' }
  | { readonly kind: 'empty' };

/** Why nothing can be read from a settings file, or written into it. `key`: null for the whole. */
export type ContentFault =
  | JsonFault
  | { readonly kind: 'encoding' }
  | { readonly kind: 'toml'; readonly reason: string }
  | { readonly kind: 'object'; readonly key: string | null }
  | { readonly kind: 'list'; readonly key: string };

/**
 * What keeps us from a file: a circle of links, a pipe or device, a file where a directory should be,
 * a writer or an installation at the same moment, or the system; and what from the executable's place.
 */
export type Hindrance =
  | 'circle'
  | 'endless'
  | 'blocked'
  | 'changed'
  | 'busy'
  | 'hidden'
  | 'unreadable'
  | 'unwritable'
  | 'place-is-link'
  | 'place-is-directory'
  | 'uncopied';

/** `code`: what the system calls it, as `EACCES`; empty where it says nothing. */
interface AccessFault {
  readonly kind: 'access';
  readonly hindrance: Hindrance;
  readonly code: string;
}

export interface FileFault {
  readonly file: string;
  readonly fault: ContentFault | AccessFault;
}
