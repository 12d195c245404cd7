import process from 'node:process';
import { catchUpIndex } from '../../../src/memory/search-catch-up.ts';
import { dataLayout } from '../../../src/platform/data-layout.ts';
import { DatabaseBusyError } from '../../../src/store/errors.ts';
import { testEngine } from '../../store/test-engine.ts';

// Brings the index of a data directory up, again and again, until it is killed or has nothing to do.
const [root = ''] = process.argv.slice(2);
const engine = await testEngine();
for (let idle = 0; idle < 20; ) {
  try {
    const turns = catchUpIndex(engine, dataLayout(root), {
      waitMs: 200,
      mostMs: 0,
      now: Date.now(),
      onProgress: () => {},
    });
    idle = turns === 0 ? idle + 1 : 0;
    process.stdout.write('.');
  } catch (error) {
    if (!(error instanceof DatabaseBusyError)) throw error;
  }
}
