import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machine, releaseLab } from './release-lab.ts';

const isHere = (command: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Everything below the home. */
const homeOf = (home: string): readonly string[] =>
  readdirSync(home, { recursive: true }).map(String).sort();

describe.skipIf(process.platform === 'win32')('install.sh', () => {
  it.for([
    ['Linux', 'x86_64', 'linux-x64'],
    ['Linux', 'aarch64', 'linux-arm64'],
    ['Darwin', 'x86_64', 'macos-x64'],
    ['Darwin', 'arm64', 'macos-arm64'],
  ] as const)('on %s %s it puts %s into place, ready to run', async ([system, processor, id]) => {
    const { tool, install, place, asked, home } = await releaseLab();
    machine(tool, system, processor);
    const { status, stdout, stderr } = await install();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Throughline 1.2.3 is at ${place}\n`);
    expect(asked).toEqual([`throughline-1.2.3-${id}.tar.gz`]);
    expect(spawnSync(place, { encoding: 'utf8' }).stdout).toBe(`${id}\n`);
    expect(statSync(place).mode & 0o777).toBe(0o755);
    expect(homeOf(home)).toEqual(['.local', '.local/bin', '.local/bin/throughline-bin']);
  });

  it('takes the executable for Apple silicon in a shell under Rosetta', async () => {
    const { tool, install, asked } = await releaseLab();
    machine(tool, 'Darwin', 'x86_64');
    tool('sysctl', 'echo 1');
    expect(await install()).toMatchObject({ status: 0 });
    expect(asked).toEqual(['throughline-1.2.3-macos-arm64.tar.gz']);
  });

  it.for([
    { on: 'FreeBSD', uname: ['FreeBSD', 'amd64'], says: 'There is no executable for FreeBSD' },
    { on: 'Windows', uname: ['MINGW64_NT-10.0', 'x86_64'], says: 'use install.ps1' },
    { on: 'a Raspberry Pi', uname: ['Linux', 'armv7l'], says: 'for a armv7l processor' },
    { on: 'musl', ldd: 'echo "musl libc (x86_64)" >&2; exit 1', says: 'has musl libc (Alpine' },
    {
      on: 'glibc 2.27',
      getconf: '2.27',
      says: 'This Linux has glibc 2.27; Throughline needs 2.28',
    },
    { on: 'glibc 2.9', getconf: '2.9', says: 'This Linux has glibc 2.9;' },
  ])('on $on it says why there is nothing, and fetches nothing', async (where) => {
    const { tool, install, asked, home } = await releaseLab();
    const [system = 'Linux', processor = 'x86_64'] = where.uname ?? [];
    machine(tool, system, processor);
    if (where.ldd) replace('ldd', where.ldd);
    if (where.getconf) replace('getconf', glibc(where.getconf));
    function replace(name: string, script: string): void {
      rmSync(join(home, '..', 'tools', name));
      tool(name, script);
    }
    const { status, stdout, stderr } = await install();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(where.says);
    expect([asked, homeOf(home)]).toEqual([[], []]);
  });

  const glibc = (version: string): string =>
    `case $1 in LONG_BIT) echo 64 ;; *) echo glibc ${version} ;; esac`;

  it.for(['2.28', '2.31', '2.100', '3.0'])('takes glibc %s', async (version) => {
    const { tool, tools, install } = await releaseLab();
    rmSync(join(tools, 'getconf'));
    tool('getconf', glibc(version));
    expect(await install()).toMatchObject({ status: 0 });
  });

  it.for([
    { fault: 'another byte at the end', harm: (path: string) => appendFileSync(path, 'x') },
    { fault: 'nothing in it', harm: (path: string) => writeFileSync(path, '') },
  ])('refuses an archive with $fault, and leaves what was there', async ({ harm }) => {
    const { folder, publish, install, place, home } = await releaseLab();
    await install();
    const before = [readFileSync(place, 'utf8'), homeOf(home)];
    publish('1.3.0');
    harm(join(folder, 'throughline-1.3.0-linux-x64.tar.gz'));
    const { status, stderr } = await install();
    expect([status, stderr]).toEqual([1, expect.stringContaining('checksum')]);
    expect([readFileSync(place, 'utf8'), homeOf(home)]).toEqual(before);
  });

  it('refuses an archive that is not there', async () => {
    const { folder, install, home } = await releaseLab();
    rmSync(join(folder, 'throughline-1.2.3-linux-x64.tar.gz'));
    const { status, stderr } = await install();
    expect([status, stderr]).toEqual([1, expect.stringContaining('could not be fetched')]);
    expect(homeOf(home)).toEqual(['.local', '.local/bin']);
  });

  it('refuses an executable that does not run here, and leaves what was there', async () => {
    const { publish, install, place, tool, tools } = await releaseLab();
    await install();
    const before = readFileSync(place, 'utf8');
    publish('1.3.0');
    rmSync(join(tools, 'tar'));
    tool('tar', 'printf "#!/bin/sh\\nexit 127\\n" > "$4/throughline-bin"');
    const { status, stderr } = await install();
    expect([status, stderr]).toEqual([1, expect.stringContaining('does not run here (linux-x64)')]);
    expect(readFileSync(place, 'utf8')).toBe(before);
  });

  it('run again it changes and fetches nothing; with a newer release it updates', async () => {
    const { publish, install, place, asked } = await releaseLab();
    await install();
    const { ino } = statSync(place);
    expect((await install()).stdout).toContain(`Throughline 1.2.3 is at ${place} already.`);
    expect([statSync(place).ino, asked.length]).toEqual([ino, 1]);
    publish('1.3.0');
    expect(await install()).toMatchObject({ status: 0 });
    expect(spawnSync(place, ['--version'], { encoding: 'utf8' }).stdout).toBe('1.3.0\n');
  });

  it('says how to have it in the PATH, only where it is not', async () => {
    const { install, place, tools } = await releaseLab();
    const first = await install();
    expect(first.stdout).toContain(`${join(place, '..')} is not in your PATH.`);
    expect(first.stdout).toContain(`after each update: ${place} install\n`);
    const second = await install(['sh'], tools);
    expect(second.stdout).not.toContain('PATH');
    expect(second.stdout).toContain('after each update: throughline-bin install\n');
  });

  it('goes where it is told, also with blanks', async () => {
    const { install, home } = await releaseLab();
    const directory = join(home, 'my tools');
    expect(await install(['sh'], directory)).toMatchObject({ status: 0 });
    expect(homeOf(home)).toEqual(['my tools', 'my tools/throughline-bin']);
  });

  it('says so where the directory cannot be made', async () => {
    const { install, home } = await releaseLab();
    writeFileSync(join(home, '.local'), 'a file is in the way');
    const { status, stderr } = await install();
    expect([status, stderr]).toEqual([1, expect.stringContaining('sh install.sh DIRECTORY')]);
  });

  it('refuses where a directory has the name of the executable, and puts nothing into it', async () => {
    const { install, place, home, asked } = await releaseLab();
    mkdirSync(place, { recursive: true });
    const { status, stdout, stderr } = await install();
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${place} is a directory`)]);
    expect([asked, stdout]).toEqual([[], '']);
    expect(homeOf(home)).toEqual(['.local', '.local/bin', '.local/bin/throughline-bin']);
  });

  it('refuses a link to a directory, too, and puts nothing where it leads', async () => {
    const { install, place, home } = await releaseLab();
    mkdirSync(join(home, 'elsewhere'));
    mkdirSync(join(place, '..'), { recursive: true });
    symlinkSync(join(home, 'elsewhere'), place);
    expect(await install()).toMatchObject({ status: 1, stdout: '' });
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
  });

  it('lets nobody else write where the executable is, whatever the umask', async () => {
    const { install, place } = await releaseLab();
    await install(['sh', '-c', 'umask 000; . "$0"']);
    const modes = [join(place, '..'), join(place, '..', '..'), place];
    expect(modes.map((path) => statSync(path).mode & 0o022)).toEqual([0, 0, 0]);
  });

  it.for(['my tools', "it's $(touch harm)", '-rf', 'bin'])(
    'what it says to run works from anywhere, for %s',
    async (name) => {
      const { install, home, tools } = await releaseLab();
      const { status, stdout, stderr } = await install(['sh', '-c', 'cd "$HOME"; . "$0"'], name);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const commands = [...stdout.matchAll(/(?:have it there|each update): (.*)$/gm)];
      const said = commands.map(([, command = '']) => {
        const script = `${command}\ncommand -v throughline-bin || :`;
        const options = { encoding: 'utf8', cwd: '/', env: { PATH: tools } } as const;
        const { stdout, stderr } = spawnSync('sh', ['-c', script], options);
        return { stdout, stderr };
      });
      const place = join(home, name, 'throughline-bin');
      expect(said).toEqual([
        { stdout: `${place}\n`, stderr: '' },
        { stdout: 'linux-x64\n', stderr: '' },
      ]);
      expect(homeOf(home)).toEqual([name, `${name}/throughline-bin`]);
    },
  );

  it('fetched in part it does nothing', async () => {
    const { folder, install, home, asked } = await releaseLab();
    const script = join(folder, 'install.sh');
    const text = readFileSync(script, 'utf8');
    writeFileSync(script, text.slice(0, text.lastIndexOf('main "$@"')));
    await install();
    expect([asked, homeOf(home)]).toEqual([[], []]);
  });

  it.for([
    { without: 'curl', has: 'wget' },
    { without: 'sha256sum', has: 'shasum' },
    { without: 'sha256sum', has: 'openssl' },
  ])('does with $has without $without', async ({ without, has }, { skip }) => {
    if (!isHere(has)) skip();
    const { tools, tool, install } = await releaseLab();
    rmSync(join(tools, without));
    const path = spawnSync('sh', ['-c', `command -v ${has}`], { encoding: 'utf8' }).stdout.trim();
    tool(has, `PATH=/usr/bin:/bin exec ${path} "$@"`);
    expect(await install()).toMatchObject({ status: 0, stderr: '' });
  });

  it.for(['curl', 'sha256sum'])('refuses without %s and its like', async (name) => {
    const { tools, install, home } = await releaseLab();
    rmSync(join(tools, name));
    expect(await install()).toMatchObject({ status: 1 });
    expect(existsSync(join(home, '.local', 'bin', 'throughline-bin'))).toBe(false);
  });

  it.for([['dash'], ['bash', '--posix'], ['busybox', 'sh']])(
    'runs in %s',
    async (shell, { skip }) => {
      if (!isHere(shell[0] ?? '')) skip();
      const { install, tools, tool } = await releaseLab();
      chmodSync(tools, 0o755);
      tool('sysctl', 'exit 1');
      const path = spawnSync('sh', ['-c', `command -v ${shell[0]}`], { encoding: 'utf8' });
      const words = [path.stdout.trim(), ...shell.slice(1)];
      expect(await install(words)).toMatchObject({ status: 0, stderr: '' });
    },
  );

  it.runIf(isHere('shellcheck'))('has nothing that shellcheck minds', async () => {
    const { folder } = await releaseLab();
    const { stdout } = spawnSync('shellcheck', ['--shell=sh', join(folder, 'install.sh')], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});
