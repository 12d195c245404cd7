import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOSTS, type Host } from '../../src/core/session.ts';
import { originalIsRegistered } from '../../src/hosts/original-product.ts';
import { registrationHosts } from '../../src/hosts/registration-hosts.ts';
import { environmentIn } from './environment.ts';

const node = '"/opt/my node/bin/node" /usr/lib/node_modules/throughline/bin/throughline.mjs';

/** What the Node product of the same name has written. */
const SETTINGS: Readonly<Record<Host, object>> = {
  claude: { hooks: { Stop: [{ hooks: [{ command: 'throughline process-turn' }] }] } },
  codex: { hooks: { PostToolUse: [{ hooks: [{ command: `${node} codex-hook post-tool-use` }] }] } },
  grok: { hooks: { UserPromptSubmit: [{ hooks: [{ command: `${node} prompt-submit` }] }] } },
  cursor: { version: 1, hooks: { sessionStart: [{ command: `${node} session-start` }] } },
};

async function lab(host: Host) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path);
  const { settings } = registrationHosts[host].places(environment, 'user') ?? expect.unreachable();
  const write = (text: string): void => {
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, text);
  };
  return { write, isRegistered: () => originalIsRegistered[host](environment) };
}

describe.each(HOSTS)('with %s', (host) => {
  it('the hooks of the original are seen', async () => {
    const { write, isRegistered } = await lab(host);
    write(JSON.stringify(SETTINGS[host]));
    expect(isRegistered()).toBe(true);
  });

  it.for(['', '{', '{"hooks":{}}', '[]'])('%j holds none', async (text) => {
    const { write, isRegistered } = await lab(host);
    write(text);
    expect(isRegistered()).toBe(false);
  });

  it('there is none without a file', async () => {
    const { isRegistered } = await lab(host);
    expect(isRegistered()).toBe(false);
  });
});
