import { basename } from 'node:path';
import { byteSize } from '../core/byte-size.ts';
import { counted } from '../core/counted.ts';
import { printable } from '../core/printable.ts';
import type { ImportStep } from '../memory/transcript-import.ts';
import { writeError } from '../platform/output.ts';
import { progressLine } from '../platform/progress-line.ts';
import type { HostTranscripts } from './import-choice.ts';
import { titlesOf } from './registration-options.ts';

/** What a person who waits sees on stderr: a bar on a terminal, elsewhere one line a host. */
export interface ImportProgress {
  begin(of: HostTranscripts): void;
  show(step: ImportStep): void;
  end(): void;
}

const BAR = 20;
const LONGEST_NAME = 32;

export function importProgress(chosen: readonly HostTranscripts[]): ImportProgress {
  const line = progressLine();
  const total = chosen.reduce((sum, of) => sum + bytesOf(of), 0);
  const started = performance.now();
  let before = 0;
  let current: ImportStep['transcript'] | null = null;
  return {
    begin(of) {
      if (!line.isShown) writeError(`${beginning(of)}\n`);
    },
    show({ transcript, done }) {
      if (current !== null && current !== transcript) before += current.bytes;
      current = transcript;
      const seconds = Math.max(0.001, (performance.now() - started) / 1000);
      line.show(barOf(before + done, total, seconds, basename(transcript.path)));
    },
    end: () => line.clear(),
  };
}

const bytesOf = ({ transcripts }: HostTranscripts): number =>
  transcripts.reduce((sum, { bytes }) => sum + bytes, 0);

function beginning(of: HostTranscripts): string {
  const [title = of.host] = titlesOf([of.host]);
  return `Reading ${counted(of.transcripts.length, 'transcript')} of ${title} (${byteSize(bytesOf(of))})`;
}

function barOf(done: number, total: number, seconds: number, name: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * BAR);
  const bar = `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${Math.floor(share * 100)} %`;
  const rate = `${byteSize(done)} of ${byteSize(total)}, ${byteSize(done / seconds)}/s`;
  return `${bar}  ${rate}  ${printable(name).slice(0, LONGEST_NAME)}`;
}
