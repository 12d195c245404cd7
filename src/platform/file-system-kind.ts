import { readFileSync, statfsSync } from 'node:fs';

/** Where a directory is, as far as it matters for locks and for what other machines see. */
export interface FileSystemKind {
  /** For people, e.g. `nfs`; null when it is none that we know by number. */
  readonly name: string | null;
  /** Other machines may change the same files. */
  readonly isNetwork: boolean;
}

/** `f_type` of statfs(2) on Linux, `linux/magic.h`. */
const NETWORKS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'nfs'],
  [0x517b, 'smb'],
  [0xff534d42, 'cifs'],
  [0xfe534d42, 'smb2'],
  [0x01021997, '9p'],
  [0x5346414f, 'afs'],
  [0x6b414653, 'afs'],
  [0x73757245, 'coda'],
  [0x00c36400, 'ceph'],
  [0x0bd00bd0, 'lustre'],
  [0x47504653, 'gpfs'],
]);
const FUSE = 0x65735546;
/** Programs behind FUSE whose files are on another machine; others (NTFS, overlays) are local. */
const NETWORK_FUSE =
  /^fuse\.(?:sshfs|rclone|s3fs|goofys|gcsfuse|mount-s3|davfs2?|glusterfs|ceph(?:-fuse)?|moosefs|mfs|juicefs|curlftpfs|hdfs|smbnetfs)/;

/**
 * @param directory an existing directory, its real path
 * @throws the system's error when it cannot be looked at
 */
export function fileSystemKind(directory: string, platform: NodeJS.Platform): FileSystemKind {
  if (platform === 'win32') return windowsKind(directory);
  // The numbers of other systems mean something else, or nothing.
  if (platform !== 'linux') return { name: null, isNetwork: false };
  const type = statfsSync(directory).type >>> 0;
  if (type === FUSE) return fuseKind(mountType(directory, mounts()));
  const name = NETWORKS.get(type) ?? null;
  return { name, isNetwork: name !== null };
}

/**
 * The type of the mount a path is on, from the lines of `/proc/self/mountinfo` (proc(5)); the last
 * of the longest mount points wins, because a later mount covers an earlier one.
 * @internal exported for its test
 */
export function mountType(path: string, mountInfo: string): string | null {
  let best: { readonly point: string; readonly type: string } | null = null;
  for (const line of mountInfo.split('\n')) {
    const [head = '', tail = ''] = line.split(' - ');
    const point = (head.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const isAbove = point === '/' || path === point || path.startsWith(`${point}/`);
    if (point === '' || !isAbove || point.length < (best?.point.length ?? 0)) continue;
    best = { point, type: tail.split(' ')[0] ?? '' };
  }
  return best?.type ?? null;
}

/** @internal exported for its test */
export const fuseKind = (type: string | null): FileSystemKind => ({
  name: type,
  isNetwork: type !== null && NETWORK_FUSE.test(type),
});

/** `\\server\share`, which is also how Windows sees the files of WSL. */
const windowsKind = (directory: string): FileSystemKind => {
  const isShare = /^[\\/]{2}(?:(?![?.][\\/])|[?.][\\/]UNC[\\/])/i.test(directory);
  return { name: isShare ? 'a network share' : null, isNetwork: isShare };
};

function mounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return ''; /* ENOENT: no /proc; then it is not known */
  }
}
