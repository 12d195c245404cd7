import { counted } from '../counted.ts';

const where = (projects: readonly string[]): string =>
  projects.length === 0 ? 'in every project' : `in ${projects.join(', ')}`;

/** What is said of auto-handoff, also by `status` and `doctor`. Paths and versions come ready to print. */
export const autoHandoffEn = {
  /** @param projects none: every one */
  enabled: (projects: readonly string[]): string =>
    `Auto-handoff is on ${where(projects)}: a session of Claude Code that is nearly full goes on in a successor in the background.`,
  disabled:
    'Auto-handoff is off: Claude Code compacts its sessions again. What was handed over goes on.',
  summary: (of: { enabled: boolean; projects: readonly string[]; registered: boolean }): string =>
    `Auto-handoff for Claude Code is ${of.enabled ? `on ${where(of.projects)}` : 'off'}; its hooks are ${of.registered ? '' : 'not '}registered.`,
  /** @param session null: any of this project */
  noSuccessor: (session: string | null): string =>
    session === null
      ? 'No session of this project was handed over.'
      : `Session ${session} was not handed over.`,

  off: 'off',
  on: (projects: readonly string[]): string => `on ${where(projects)}`,
  unreadable: 'neither on nor off',
  handedOver: (sessions: number): string => `${counted(sessions, 'session')} handed over`,
  /** A line of `status`. */
  line: (facts: readonly string[]): string => `Auto-handoff: ${facts.join(', ')}`,

  invalid: (path: string): string => `${path} cannot be read as settings of auto-handoff`,
  repair: 'put it right, or remove it: auto-handoff is then off',
  hooksMissing: 'auto-handoff is on, but not both of its hooks are registered',
  hooksLeft: 'auto-handoff is off, but a hook of it is registered',
  /** @param codes why, each once */
  trouble: (handoffs: number, codes: readonly string[]): string =>
    `${counted(handoffs, 'handoff')} of the last day failed, or may have (${codes.join(', ')})`,
  lookAtThem: 'auto-handoff status lists them; see whether claude --bg starts a session there',
  /** @param variable by which somebody asks for it */
  noDesktop: (variable: string): string =>
    `${variable} is set, but only on macOS and Windows can Claude Code open a session in Claude Desktop: here successors stay in the background`,
  /** @param codes why, each once */
  desktopTrouble: (successors: number, codes: readonly string[]): string =>
    `${counted(successors, 'successor')} of the last day could not be moved into Claude Desktop (${codes.join(', ')})`,
  attachThem: 'auto-handoff status lists them; claude attach opens them',
  programMissing: 'claude is not on this path, so its hooks may not be able to start a successor',
  putOnPath: 'put it on the path that Claude Code is started with',
  /** @param version empty where it is not known */
  programUnfit: (path: string, version: string): string =>
    `${path}${version === '' ? '' : ` (${version})`} cannot start a session in the background (--bg)`,
  updateProgram: 'update Claude Code',
  programFits: (path: string): string => `${path} can start a successor`,
};

export type AutoHandoffText = typeof autoHandoffEn;
