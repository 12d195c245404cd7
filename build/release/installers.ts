import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { selectTargets, type Target } from '../targets.ts';
import { archiveName, type Release, sumOf } from './release-files.ts';

/** What people fetch a release with, by name. All of it follows from the release alone. */
export const installers = (release: Release): ReadonlyMap<string, string> =>
  new Map([
    ['install.sh', filled('install.sh', release)],
    ['install.ps1', filled('install.ps1', release)],
    ['throughline.rb', formula(release)],
    ['throughline.json', scoopManifest(release)],
  ]);

const template = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** A template with `@VERSION@`, `@URL@` and `@SUM <target>@` replaced. */
function filled(name: string, release: Release): string {
  const text = template(name)
    .replaceAll('@VERSION@', release.version)
    .replaceAll('@URL@', release.url)
    .replaceAll(/@SUM ([a-z0-9-]+)@/g, (_, id: string) => sumOf(release, targetOf(id)));
  const left = /@[A-Z]+[^@\n]*@/.exec(text);
  if (left) throw new Error(`${name}: nothing replaces ${left[0]}`);
  return text;
}

function targetOf(id: string): Target {
  const [target] = selectTargets(id);
  if (!target) throw new Error(`no target ${id}`);
  return target;
}

const archiveUrl = (release: Release, target: Target): string =>
  `${release.url}/${archiveName(target, release.version)}`;

/** `https://host/owner/repository` of the files' place. */
const homepage = ({ url }: Release): string => url.split('/releases/')[0] ?? url;

function formula(release: Release): string {
  const source = (id: string): string => {
    const target = targetOf(id);
    return `      url "${archiveUrl(release, target)}"
      sha256 "${sumOf(release, target)}"`;
  };
  const system = (name: string, prefix: string): string => `  on_${name} do
    on_arm do
${source(`${prefix}-arm64`)}
    end
    on_intel do
${source(`${prefix}-x64`)}
    end
  end
`;
  return `class Throughline < Formula
  desc "${manifest.description.replace(':', ',')}"
  homepage "${homepage(release)}"
  version "${release.version}"
  license "${manifest.license}"

${system('macos', 'macos')}
${system('linux', 'linux')}
  def install
    bin.install "throughline-bin"
  end

  def caveats
    <<~EOS
      To register with the coding agents found here, and after each update:
        throughline-bin install
    EOS
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/throughline-bin --version").strip
  end
end
`;
}

function scoopManifest(release: Release): string {
  const source = (id: string): object => {
    const target = targetOf(id);
    return { url: archiveUrl(release, target), hash: sumOf(release, target) };
  };
  const content = {
    version: release.version,
    description: manifest.description,
    homepage: homepage(release),
    license: manifest.license,
    architecture: { '64bit': source('win-x64'), arm64: source('win-arm64') },
    bin: 'throughline-bin.exe',
    notes:
      'To register with the coding agents found here, and after each update: throughline-bin install',
  };
  return `${JSON.stringify(content, null, 4)}\n`;
}
