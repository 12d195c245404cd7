import type { InjectionFrame } from '../core/text/injection-en.ts';
import type { HookHost } from '../hosts/hook-host.ts';
import type { Beginnings } from '../platform/config.ts';

/** How the next session begins. */
export const PREVIEWED = ['clear', 'baton', 'start', 'compact'] as const;
export type Previewed = (typeof PREVIEWED)[number];

/** What a session that begins so is given, and why if it is not what one would expect. */
export type PreviewForm =
  | { readonly kind: 'memory'; readonly frame: InjectionFrame }
  /** `cleared`: it is about the session that was cleared. */
  | { readonly kind: 'index'; readonly cleared: boolean; readonly note?: string }
  | { readonly kind: 'reminder' }
  | { readonly kind: 'nothing'; readonly note: string };

export function formOf(as: Previewed, host: HookHost, config: Beginnings): PreviewForm {
  switch (as) {
    case 'baton':
      return { kind: 'memory', frame: host.delivery === 'session-start' ? 'shown' : 'baton' };
    case 'clear':
      return host.reportsClear ? afterClear(config) : unreportedClear(host, config);
    case 'start':
      return atStart(config);
    case 'compact':
      return afterCompaction(host, config);
    default:
      return as satisfies never;
  }
}

function afterClear({ onClear }: Beginnings): PreviewForm {
  switch (onClear) {
    case 'continue':
      return { kind: 'memory', frame: 'clear' };
    case 'index':
      return { kind: 'index', cleared: true, note: 'onClear is index ("config onClear").' };
    case 'off':
      return { kind: 'nothing', note: 'onClear is off ("config onClear").' };
    default:
      return onClear satisfies never;
  }
}

function unreportedClear({ word }: HookHost, config: Beginnings): PreviewForm {
  const note = `This agent does not say that it was cleared: it is a fresh start. ${word} hands the memory over.`;
  return { ...atStart(config), note };
}

const atStart = ({ onStart }: Beginnings): Exclude<PreviewForm, { kind: 'memory' | 'reminder' }> =>
  onStart === 'index'
    ? { kind: 'index', cleared: false }
    : { kind: 'nothing', note: 'onStart is off ("config onStart").' };

function afterCompaction({ remindsAt }: HookHost, { onCompact }: Beginnings): PreviewForm {
  if (remindsAt === null)
    return { kind: 'nothing', note: 'This agent can be told nothing after its own compaction.' };
  return onCompact === 'reminder'
    ? { kind: 'reminder' }
    : { kind: 'nothing', note: 'onCompact is off ("config onCompact").' };
}
