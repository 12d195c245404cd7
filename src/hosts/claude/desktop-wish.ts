import type { Variables } from '../hook-host.ts';

/*
 * Every end of a turn asks here, so this loads nothing.
 */

/** How Claude Code's rows and environment name its desktop application. */
export const DESKTOP = 'claude-desktop';

/** By which a user says that successors go on in Claude Desktop. */
export const DESKTOP_VARIABLE = 'THROUGHLINE_AUTO_HANDOFF_OPEN';

/** `origin`: of conversations that began there. Null: none, which is the rule, whatever else is said. */
export function desktopMode(variables: Variables): 'origin' | 'desktop' | null {
  const said = variables[DESKTOP_VARIABLE];
  return said === 'origin' || said === 'desktop' ? said : null;
}

/** The systems on which Claude Code can hand a conversation to Claude Desktop. */
export const hasDesktop = (platform: NodeJS.Platform): boolean =>
  platform === 'darwin' || platform === 'win32';

/** Its user asks for what this system does not have. */
export const lacksDesktop = ({
  variables,
  platform,
}: {
  readonly variables: Variables;
  readonly platform: NodeJS.Platform;
}): boolean => desktopMode(variables) !== null && !hasDesktop(platform);

/**
 * Whether the successor of a conversation is to be moved into Claude Desktop: only where the user has
 * asked for it, because moving ends the process in the background, and all that runs in it.
 * @param conversation.entrypoint by its transcript
 * @param conversation.wantedBefore it is the successor of one that wanted it
 */
export function wantsDesktop(
  variables: Variables,
  platform: NodeJS.Platform,
  conversation: { readonly entrypoint: string | null; readonly wantedBefore: boolean },
): boolean {
  const mode = desktopMode(variables);
  if (mode === null || !hasDesktop(platform)) return false;
  const { entrypoint, wantedBefore } = conversation;
  const began = [variables.CLAUDE_CODE_ENTRYPOINT, entrypoint].includes(DESKTOP);
  return mode === 'desktop' || began || wantedBefore;
}
