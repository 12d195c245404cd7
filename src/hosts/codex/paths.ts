import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '../../platform/environment.ts';
import { errorCode } from '../../platform/error-code.ts';

/** Where Codex keeps what is configured. All absolute. */
export interface CodexPaths {
  readonly directory: string;
  readonly hooks: string;
  readonly config: string;
  /** The skill a user types as `$tl`. */
  readonly command: string;
  /** Says that the model does not start the skill by itself. */
  readonly commandPolicy: string;
  /** The skill by which the model looks things up. */
  readonly skill: string;
  /** What the model may run without a question, and outside the sandbox. */
  readonly rules: string;
}

export function codexPaths(
  environment: Pick<Environment, 'variables' | 'home' | 'cwd'>,
): CodexPaths {
  const directory = codexDirectory(environment);
  const skills = join(directory, 'skills');
  return {
    directory,
    hooks: join(directory, 'hooks.json'),
    config: join(directory, 'config.toml'),
    command: join(skills, 'tl', 'SKILL.md'),
    commandPolicy: join(skills, 'tl', 'agents', 'openai.yaml'),
    skill: join(skills, 'throughline-recall', 'SKILL.md'),
    rules: join(directory, 'rules', 'throughline.rules'),
  };
}

/**
 * The directory Codex itself takes, spelled as its trust in hooks spells it: `CODEX_HOME`, unless
 * empty, against the working directory and without links (`~` is no home); the usual one as it is.
 */
function codexDirectory({
  variables,
  home,
  cwd,
}: Pick<Environment, 'variables' | 'home' | 'cwd'>): string {
  const { CODEX_HOME: named } = variables;
  return named ? withoutLinks(resolve(cwd, named)) : join(home, '.codex');
}

function withoutLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errorCode(error) ?? '')) return path;
    throw error;
  }
}
