import type { TranscriptTurn } from '../core/turn.ts';
import type { FoundTranscript } from '../hosts/listing-host.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import { errorCode } from '../platform/error-code.ts';

/** Bytes that are read of a long transcript. */
const LOOK = 8 * 1024 * 1024;

/**
 * Keys of the turns of a transcript that the agent answered to the end, the newest first; of a long one
 * those in its first part. None of one that cannot be read.
 * @param hash names a request without an id; see `TranscriptSource`
 */
export function finishedTurns(
  { session, path }: Pick<FoundTranscript, 'session' | 'path'>,
  hash: (text: string) => string,
): readonly string[] {
  try {
    const host = transcriptHosts[session.host];
    const { turns, lastOpen } = host.readTranscript(path, null, hash, LOOK);
    const over = lastOpen ? turns.slice(0, -1) : turns;
    return over
      .filter(isAnswered)
      .map(({ key }) => key)
      .reverse();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return []; /* EACCES, EIO */
  }
}

/** The end of others is reported by the next event of their session, which may never come. */
const isAnswered = ({ interrupted, fragments }: TranscriptTurn): boolean =>
  !interrupted && fragments.length > 0;
