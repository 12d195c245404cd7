import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { environmentIn } from '../registration/environment.ts';

it.skipIf(process.platform !== 'linux')('a file that the system cannot read is named', async () => {
  await using fixture = await createFixture();
  /* Nothing is mapped at its beginning: EIO. */
  const run = runProgram(['import', '/proc/self/mem'], () => environmentIn(fixture.path));
  await expect(run).rejects.toMatchObject({
    name: 'UserError',
    exitCode: 1,
    message: '/proc/self/mem cannot be read (EIO).',
  });
});
