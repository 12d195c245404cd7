import { parse } from 'smol-toml';
import { isRecord } from '../../core/record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { stringOf } from '../payload-fields.ts';

/** What Codex has written down about one hook. */
interface HookState {
  /** `sha256:` and 64 hexadecimal digits of what its user allowed; null where nothing was. */
  readonly trustedHash: string | null;
  readonly enabled: boolean;
}

/** What of `config.toml` decides whether hooks run. */
export interface CodexConfig {
  /** The key of `[features]` by which the user turned all hooks off, as `features.hooks`. */
  readonly off: string | null;
  /** By `<file>:<event_snake>:<group>:<handler>`, counted from 0. */
  readonly hooks: ReadonlyMap<string, HookState>;
}

/**
 * Reads `config.toml`, which we never write: trust is its user's to give.
 * @returns why it is no TOML, in one line
 */
export function parseCodexConfig(text: string): Result<CodexConfig> {
  const root = parseToml(text);
  if (!root.ok) return root;
  const { features, hooks } = root.value;
  return ok({ off: offIn(features), hooks: statesIn(hooks) });
}

function parseToml(text: string): Result<Readonly<Record<string, unknown>>> {
  try {
    return ok(parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    /* TomlError: its first line says what is wrong, the others show where. */
    const reason = error instanceof Error ? error.message : String(error);
    return err(reason.split('\n', 1).join(''));
  }
}

/** The older name counts where the newer one is not set. */
function offIn(features: unknown): string | null {
  if (!isRecord(features)) return null;
  const key = features.hooks === undefined ? 'codex_hooks' : 'hooks';
  return features[key] === false ? `features.${key}` : null;
}

function statesIn(hooks: unknown): ReadonlyMap<string, HookState> {
  const state = isRecord(hooks) && isRecord(hooks.state) ? hooks.state : {};
  return new Map(
    Object.entries(state).map(([key, value]) => {
      const fields = isRecord(value) ? value : {};
      const enabled = fields.enabled !== false;
      return [key, { trustedHash: stringOf(fields.trusted_hash), enabled }];
    }),
  );
}
