/** Why a host ignores a whole settings file. */
export interface SettingsFault {
  /**
   * `unknown`: a key that the host does not know; `twice`, `missing`: a key; `text` to `hook`: what the
   * value of a key is not; `escape`: half of a character, which is none; `comments`, `mark`: of the file.
   */
  readonly kind:
    | 'comments'
    | 'mark'
    | 'unknown'
    | 'twice'
    | 'missing'
    | 'text'
    | 'whole'
    | 'boolean'
    | 'list'
    | 'object'
    | 'hook'
    | 'number'
    | 'escape';
  /** Where, as `hooks.Stop[1].matcher`; null for the file. */
  readonly key: string | null;
}
