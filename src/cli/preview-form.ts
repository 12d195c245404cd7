import type { InjectionFrame } from '../core/text/injection-en.ts';
import type { HookHost } from '../hosts/hook-host.ts';
import type { Beginnings } from '../platform/config.ts';
import type { Said } from './words.ts';

/** How the next session begins. */
export const PREVIEWED = ['clear', 'baton', 'start', 'compact'] as const;
export type Previewed = (typeof PREVIEWED)[number];

/** What a session that begins so is given, and why if it is not what one would expect. */
export type PreviewForm =
  | { readonly kind: 'memory'; readonly frame: InjectionFrame }
  /** `cleared`: it is about the session that was cleared. */
  | { readonly kind: 'index'; readonly cleared: boolean; readonly note?: Said }
  | { readonly kind: 'reminder' }
  | { readonly kind: 'nothing'; readonly note: Said };

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

const setting =
  (key: keyof Beginnings, value: string): Said =>
  ({ preview }) =>
    preview.setting(key, value);

function afterClear({ onClear }: Beginnings): PreviewForm {
  switch (onClear) {
    case 'continue':
      return { kind: 'memory', frame: 'clear' };
    case 'index':
      return { kind: 'index', cleared: true, note: setting('onClear', 'index') };
    case 'off':
      return { kind: 'nothing', note: setting('onClear', 'off') };
    default:
      return onClear satisfies never;
  }
}

function unreportedClear({ word }: HookHost, config: Beginnings): PreviewForm {
  return { ...atStart(config), note: ({ preview }) => preview.clearNotTold(word) };
}

const atStart = ({ onStart }: Beginnings): Exclude<PreviewForm, { kind: 'memory' | 'reminder' }> =>
  onStart === 'index'
    ? { kind: 'index', cleared: false }
    : { kind: 'nothing', note: setting('onStart', 'off') };

function afterCompaction({ remindsAt }: HookHost, { onCompact }: Beginnings): PreviewForm {
  if (remindsAt === null) return { kind: 'nothing', note: ({ preview }) => preview.noReminder };
  return onCompact === 'reminder'
    ? { kind: 'reminder' }
    : { kind: 'nothing', note: setting('onCompact', 'off') };
}
