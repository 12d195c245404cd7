import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, onTestFinished } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { install } from '../../src/cli/install.ts';
import { uninstall } from '../../src/cli/uninstall.ts';
import type { Host } from '../../src/core/session.ts';
import { registrationHosts } from '../../src/hosts/registration-hosts.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { environmentIn } from './environment.ts';

/** A user with one host, whose settings are the given text, if any. */
export async function installation(
  host: Host,
  settings?: string,
  changes: Partial<Environment> = {},
) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path, changes);
  const side = registrationHosts[host];
  const places = side.places(environment, 'user') ?? expect.unreachable();
  const write = (text: string): void => {
    mkdirSync(dirname(places.settings), { recursive: true });
    writeFileSync(places.settings, text);
  };
  if (settings !== undefined) write(settings);
  return {
    fixture,
    environment,
    places,
    write,
    read: () => readFileSync(places.settings, 'utf8'),
    run: (options: RawOptions = {}, on: Partial<Environment> = {}) =>
      install.run([], { host, ...options }, { ...environment, ...on }),
    undo: (options: RawOptions = {}, on: Partial<Environment> = {}) =>
      uninstall.run([], { host, ...options }, { ...environment, ...on }),
    state: (on: Partial<Environment> = {}) => side.state({ ...environment, ...on }),
  };
}
