import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { directoryIdentity, matchIdentities } from '../../src/platform/project-identity.ts';

describe('the identity of a directory', () => {
  it('stays when it is moved, and when it is reached another way', async () => {
    await using fixture = await createFixture({ 'here/a.txt': '' });
    const identity = directoryIdentity(fixture.getPath('here'));
    renameSync(fixture.getPath('here'), fixture.getPath('there'));
    symlinkSync(fixture.getPath('there'), fixture.getPath('link'));
    expect(identity).toMatch(/^\d+:\d+/);
    expect(directoryIdentity(fixture.getPath('there'))).toBe(identity);
    expect(directoryIdentity(fixture.getPath('link'))).toBe(identity);
  });

  it('is another one in its old place', async () => {
    await using fixture = await createFixture({ 'here/a.txt': '' });
    const identity = directoryIdentity(fixture.getPath('here'));
    renameSync(fixture.getPath('here'), fixture.getPath('there'));
    mkdirSync(fixture.getPath('here'));
    expect(directoryIdentity(fixture.getPath('here'))).not.toBe(identity);
  });

  it.for(['gone', 'a.txt', 'no\0path'])('is not known of %j', async (name) => {
    await using fixture = await createFixture({ 'a.txt': '' });
    expect(directoryIdentity(`${fixture.path}/${name}`)).toBeNull();
  });
});

it.for([
  ['1:2:9', '1:2:9', 'sure'],
  ['1:2', '1:2', 'likely'],
  ['1:2:9', '1:2', 'likely'],
  ['1:2', '1:2:9', 'likely'],
  ['1:2:8', '1:2:9', 'none'],
  ['1:2:9', '1:3:9', 'none'],
  ['1:2', '1:22', 'none'],
] as const)('%s and %s are %s the same directory', ([before, now, match]) => {
  expect(matchIdentities(before, now)).toBe(match);
});
