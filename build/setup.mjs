// Plain JavaScript for any Node from 20 on: on a fresh machine it runs before anything is installed.
// usage: node build/setup.mjs SCRIPT [ARGUMENT…]   installs what the lock file says, then runs
// SCRIPT with the Node of the lock file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.setup');

install();
const [script = '', ...args] = process.argv.slice(2);
process.exitCode = run(developmentNode(), [join(root, script), ...args], process.env);

/** Runs `npm ci` unless it has been run for this lock file. */
function install() {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const wanted = lock.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const status = npmCi();
  if (status !== 0) process.exit(status);
  writeFileSync(stamp, wanted);
}

/**
 * With the Node that npm came with: ours lies in the directory that `npm ci` replaces. Errors only:
 * npm warns that an older Node cannot run the tools, which it does not have to.
 */
function npmCi() {
  const parameters = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const inside = join(root, 'node_modules', '.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== inside);
  const environment = { ...process.env, PATH: path.join(delimiter) };
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  return node && npm
    ? run(node, [npm, ...parameters], environment)
    : run('npm', parameters, environment, process.platform === 'win32');
}

/** The runtime our executables are built on, where there is one for this system. */
function developmentNode() {
  const { targets } = JSON.parse(readFileSync(join(root, 'targets.json'), 'utf8'));
  const platform = { darwin: 'macos', win32: 'win' }[process.platform] ?? process.platform;
  const target = targets.find(({ id }) => id === `${platform}-${process.arch}`);
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return target ? join(root, 'node_modules', target.package, binary) : process.execPath;
}

function run(command, parameters, env, shell = false) {
  const { status, error } = spawnSync(command, parameters, {
    cwd: root,
    env,
    shell,
    stdio: 'inherit',
  });
  if (error) throw error;
  return status ?? 1;
}
