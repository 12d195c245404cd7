import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { LICENSES_FILE } from '../src/platform/asset.ts';
import { sha256 } from '../src/platform/sha256.ts';
import { baseRuntime, runtimeLicense } from './base-runtime.ts';
import { bundle } from './bundle.ts';
import { type Contents, readContents } from './contents.ts';
import { stripElf } from './elf-strip.ts';
import { licenseDocument } from './licenses.ts';
import { signAdHoc } from './macho-signature.ts';
import { verifySignature } from './macho-verifier.ts';
import { type Packing, pack } from './pack.ts';
import { softwareBill } from './sbom.ts';
import { hostTarget, outputName, selectTargets, type Target } from './targets.ts';
import { root } from './tool.ts';

const BILL = 'throughline.cdx.json';

const dist = join(root, 'dist');
// usage: build.ts [--target id,id|all]
const { values } = parseArgs({ options: { target: { type: 'string' } } });

await build(selectTargets(values.target));

async function build(targets: readonly Target[]): Promise<void> {
  mkdirSync(dist, { recursive: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const stage = mkdtempSync(join(root, '.cache', 'stage-'));
  try {
    const bundled = await bundle(root, stage, manifest.version);
    const hostRuntime = preparedRuntime(hostTarget(), stage);
    const documents = describe(await readContents(root, bundled.packages, hostRuntime), stage);
    const assets = { ...bundled.assets, [LICENSES_FILE]: join(stage, LICENSES_FILE) };
    const packings = targets.map((target): Packing => {
      const output = join(stage, outputName(target));
      return { target, runtime: preparedRuntime(target, stage), output };
    });
    pack(stage, { ...bundled, assets }, packings, hostRuntime);
    const sums = [...packings.map(finish), ...documents.map((name) => publish(name, stage))];
    writeFileSync(join(dist, 'SHA256SUMS'), sums.join(''));
    process.stdout.write(`Built, with SHA-256:\n${sums.join('')}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Writes what tells of an executable's contents; gives the names of the files. */
function describe(contents: Contents, stage: string): readonly string[] {
  const nodeLicense = readFileSync(runtimeLicense(root), 'utf8');
  writeFileSync(join(stage, LICENSES_FILE), licenseDocument(contents, nodeLicense));
  writeFileSync(join(stage, BILL), softwareBill(contents));
  return [LICENSES_FILE, BILL];
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

/** Signs where the system wants it. */
function finish({ target, output }: Packing): string {
  if (target.signature === 'ad-hoc') {
    const signed = signAdHoc(readFileSync(output), 'throughline-bin');
    verifySignature(signed);
    writeFileSync(output, signed);
  }
  return publish(outputName(target), dirname(output));
}

/** Moves a file into place, so that a running executable is not disturbed; gives its line of SHA256SUMS. */
function publish(name: string, stage: string): string {
  const digest = sha256(readFileSync(join(stage, name)));
  renameSync(join(stage, name), join(dist, name));
  return `${digest}  ${name}\n`;
}
