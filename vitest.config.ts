import { defineConfig } from 'vitest/config';

const projects = ['test/e2e/**', 'test/hosts/**', 'test/crash/**', 'test/deno/**'];
/** Seconds, not milliseconds: many runs, large inputs, real waits. Not before every commit. */
const slow = 'test/**/*.slow.test.ts';
const project = (name: string, testTimeout: number, fileParallelism = false) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], fileParallelism, testTimeout },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...projects, slow],
          testTimeout: 20_000,
          /* No module of ours keeps anything, so files can share them: half the time. */
          isolate: false,
        },
      },
      { test: { name: 'slow', include: [slow], testTimeout: 20_000, isolate: false } },
      project('e2e', 60_000),
      project('deno', 60_000),
      /* Each of its files mostly waits for another program. */
      project('hosts', 180_000, true),
      project('crash', 300_000),
    ],
    coverage: { provider: 'v8', include: ['src/**'], thresholds: { 'src/core/**': { 100: true } } },
  },
});
