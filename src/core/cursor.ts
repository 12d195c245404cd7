/**
 * Where reading a transcript goes on. Stored with the turns it covers, in their transaction.
 * `state` is the reader's own and holds no text of the conversation, only ids and counts.
 */
export interface TranscriptCursor {
  /** Device and inode (or the platform's equal), so that a replaced file is noticed. */
  readonly fileId: string;
  /** Bytes covered; always the end of a complete line. */
  readonly offset: number;
  /** SHA-256 (hex) of the first min(4096, offset) bytes. */
  readonly headHash: string;
  /** SHA-256 (hex) of the min(4096, offset) bytes before `offset`. */
  readonly tailHash: string;
  readonly state: unknown;
}
