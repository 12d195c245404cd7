import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { sha256 } from '../src/platform/sha256.ts';
import { baseRuntime } from './base-runtime.ts';
import { bundle } from './bundle.ts';
import { stripElf } from './elf-strip.ts';
import { signAdHoc } from './macho-signature.ts';
import { verifySignature } from './macho-verifier.ts';
import { type Packing, pack } from './pack.ts';
import { hostTarget, outputName, selectTargets, type Target } from './targets.ts';
import { root } from './tool.ts';

const dist = join(root, 'dist');
const { values } = parseArgs({ options: { target: { type: 'string' } } });

await build(selectTargets(values.target));

async function build(targets: readonly Target[]): Promise<void> {
  mkdirSync(dist, { recursive: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const stage = mkdtempSync(join(root, '.cache', 'stage-'));
  try {
    const bundled = await bundle(root, stage, manifest.version);
    const packings = targets.map((target): Packing => {
      const output = join(stage, outputName(target));
      return { target, runtime: preparedRuntime(target, stage), output };
    });
    pack(stage, bundled, packings, preparedRuntime(hostTarget(), stage));
    const sums = packings.map(finish);
    writeFileSync(join(dist, 'SHA256SUMS'), sums.join(''));
    process.stdout.write(`Built, with SHA-256:\n${sums.join('')}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The verified runtime as it goes into an executable: pkg's blob has to come after the stripping. */
function preparedRuntime(target: Target, stage: string): string {
  const verified = baseRuntime(root, target);
  if (!target.strip) return verified;
  const stripped = join(stage, `node-${target.id}`);
  if (!existsSync(stripped))
    writeFileSync(stripped, stripElf(readFileSync(verified)), { mode: 0o755 });
  return stripped;
}

/** Signs where the system wants it and moves into place, so that a running one is not disturbed. */
function finish({ target, output }: Packing): string {
  const name = outputName(target);
  if (target.signature === 'ad-hoc') {
    const signed = signAdHoc(readFileSync(output), 'throughline-bin');
    verifySignature(signed);
    writeFileSync(output, signed);
  }
  const digest = sha256(readFileSync(output));
  renameSync(output, join(dist, name));
  return `${digest}  ${name}\n`;
}
