import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import process from 'node:process';
import { execute } from './product.ts';
import { field, list } from './reply-script.ts';

/** What `claude agents --json --all` lists of one conversation. */
export interface BackgroundAgent {
  readonly id: string;
  readonly session: string;
  readonly name: string;
  readonly state: string;
}

/** The conversations that Claude Code runs in the background for this HOME. */
export async function backgroundAgents(
  claude: string,
  home: string,
  cwd: string,
): Promise<readonly BackgroundAgent[]> {
  const { stdout } = await execute(claude, ['agents', '--json', '--all'], home, cwd);
  const answer: unknown = JSON.parse(stdout || '[]');
  return list(answer)
    .filter((agent) => field(agent, 'kind') === 'background')
    .map((agent) => ({
      id: String(field(agent, 'id')),
      session: String(field(agent, 'sessionId')),
      name: String(field(agent, 'name')),
      state: String(field(agent, 'state')),
    }));
}

/** Ends every process of this HOME: the host keeps a service running for background conversations. */
export function endProcesses(home: string): void {
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    if (pid === process.pid || !isOf(pid, home)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      /* ESRCH: it has just ended */
    }
  }
}

function isOf(pid: number, home: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/exe`) === '') return false;
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
  } catch {
    return false; /* ENOENT, EACCES: ended, or not ours */
  }
}
