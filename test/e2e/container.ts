import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Outcome } from '../hosts/product.ts';
import type { Machine } from './fake-host.ts';

/** What a container is to us: namespaces of its own, a user nobody knows, and a root that is read-only. */
interface ContainerOptions {
  /** Its host name; every container has another. */
  readonly name: string;
  /** No user of the system; default 54321. */
  readonly uid?: number;
  readonly gid?: number;
}

/** Why no container can be made here; null where one can. */
export const noContainers = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'not root on Linux';
  const { status } = spawnSync('unshare', [...NAMESPACES, 'true']);
  return status === 0 ? null : 'unshare is not allowed';
};

const NAMESPACES = ['--pid', '--fork', '--mount', '--uts', '--kill-child', '--mount-proc'];
const GROUP = 2000;

/** Only the volume and the project can be written to. */
const BOOT = `set -e
mount --bind "$VOLUME" "$VOLUME"
mount -o remount,bind,ro /
hostname "$NAME"
exec setpriv --reuid "$1" --regid "$2" --clear-groups env -i PATH=/usr/bin:/bin THROUGHLINE_HOME="$VOLUME" sh -c "cd '$3'; $4"`;

/** A directory that containers mount, of root and a group, as \`fsGroup\` makes it. */
export function volumeOf(machine: Machine): string {
  const volume = join(machine.home, 'volume');
  mkdirSync(volume);
  chownSync(volume, 0, GROUP);
  chmodSync(volume, 0o2770);
  chmodSync(machine.home, 0o755);
  return volume;
}

/** Starts a shell line in a container with the volume and the project of a machine. */
export function start(
  machine: Machine,
  volume: string,
  { name, uid = 54_321, gid = GROUP }: ContainerOptions,
  line: string,
): ChildProcess {
  const words = ['sh', '-c', BOOT, 'boot', String(uid), String(gid), machine.project, line];
  return spawn('unshare', [...NAMESPACES, ...words], {
    env: { PATH: process.env.PATH, VOLUME: volume, NAME: name },
  });
}

/** The same, to its end. */
export async function runIn(
  machine: Machine,
  volume: string,
  options: ContainerOptions & { readonly input?: string },
  line: string,
): Promise<Outcome> {
  const child = start(machine, volume, options, line);
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin?.on('error', () => {}); // EPIPE: it has read enough
  child.stdin?.end(options.input ?? '');
  const [status] = (await once(child, 'close')) as [number | null];
  return { status: status ?? -1, ...output };
}
