import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/core/user-error.ts';
import { fileSystemKind, fuseKind, mountType } from '../../src/platform/file-system-kind.ts';
import { lockProtocol, usableProtocol } from '../../src/platform/lock-protocol.ts';
import { createMutex } from '../../src/platform/owner-lock.ts';

const never = () => false;

describe.runIf(process.platform === 'linux')('the lock protocol of a directory', () => {
  it('is written down by the first writer, for the owner alone', async () => {
    await using directory = await createFixture({});
    expect(lockProtocol(directory.path, never)).toBe('link');
    expect(readdirSync(directory.path)).toEqual(['lockproto']);
    expect(readFileSync(directory.getPath('lockproto'), 'utf8')).toBe('link\n');
    expect(statSync(directory.getPath('lockproto')).mode & 0o777).toBe(0o600);
  });

  it('stays what it is', async () => {
    await using directory = await createFixture({ lockproto: 'file\n' });
    expect(lockProtocol(directory.path, never)).toBe('file');
  });

  it('that a power cut has emptied is decided again', async () => {
    await using directory = await createFixture({ lockproto: '' });
    expect(lockProtocol(directory.path, never)).toBe('link');
  });

  it.for(['windows', 'macos', 'deno-flock'])(
    'of another system refuses in one line: %s',
    async (protocol) => {
      await using directory = await createFixture({ lockproto: `${protocol}\n` });
      const open = () => lockProtocol(directory.path, never);
      expect(open).toThrow(UserError);
      expect(open).toThrow(`locks it its own way (${protocol})`);
      expect(usableProtocol(directory.path)).toBeUndefined();
    },
  );

  it('creates nothing for a reader', async () => {
    await using directory = await createFixture({});
    expect(usableProtocol(directory.path)).toBe('link');
    expect(readdirSync(directory.path)).toEqual([]);
  });
});

describe('a lock that is a file', () => {
  const protocol = 'file' as const;

  it('excludes, is told, and is gone when released', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('lock');
    const [first, second] = [createMutex(path, { protocol }), createMutex(path, { protocol })];
    expect(first.acquire(0)).toBe(true);
    expect(second.acquire(20)).toBe(false);
    expect(first.isHeld()).toBe(true);
    first.release();
    expect(existsSync(path)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is taken over from a dead owner', async () => {
    const dead = 'tl1:999999999:1:earlier-boot:1:elsewhere:aa\n';
    await using directory = await createFixture({ lock: dead });
    const path = directory.getPath('lock');
    expect(createMutex(path, { protocol }).acquire(60)).toBe(false);
    expect(createMutex(path, { protocol, exclusive: () => true }).acquire(0)).toBe(true);
  });

  it('that is half written is left alone while its maker may be at it', async () => {
    await using directory = await createFixture({ lock: 'tl1:12' });
    expect(createMutex(directory.getPath('lock'), { protocol }).acquire(60)).toBe(false);
  });
});

describe('a file system', () => {
  it.runIf(process.platform === 'linux')('that is local is none of the network', async () => {
    await using directory = await createFixture({});
    expect(fileSystemKind(directory.path, 'linux').isNetwork).toBe(false);
  });

  it.for([
    ['\\\\server\\share\\home', true],
    ['//wsl.localhost/Debian/home', true],
    ['\\\\?\\UNC\\server\\share\\home', true],
    ['\\\\?\\C:\\Users\\jane', false],
    ['C:\\Users\\jane', false],
  ] as const)('of Windows is known by its name: %s', ([path, isNetwork]) => {
    expect(fileSystemKind(path, 'win32').isNetwork).toBe(isNetwork);
  });

  it.for([
    ['fuse.sshfs', true],
    ['fuse.rclone', true],
    ['fuse.ntfs-3g', false],
    ['virtiofs', false],
    [null, false],
  ] as const)('behind FUSE is known by its type: %s', ([type, isNetwork]) => {
    expect(fuseKind(type).isNetwork).toBe(isNetwork);
  });

  it('has the type of the innermost mount, the latest of equals', () => {
    const lines = [
      '22 1 254:0 / / rw - ext4 /dev/vda rw',
      '30 22 0:40 / /home/jane\\040doe rw shared:5 - fuse.sshfs jane@host: rw',
      '31 22 0:41 / /home/jane\\040doe/local rw - ext4 /dev/vdb rw',
      '32 22 0:42 / /home/jane\\040doe/local rw - tmpfs tmpfs rw',
    ].join('\n');
    expect(mountType('/home/jane doe/x', lines)).toBe('fuse.sshfs');
    expect(mountType('/home/jane doe/local', lines)).toBe('tmpfs');
    expect(mountType('/home/jane doe2', lines)).toBe('ext4');
  });
});
