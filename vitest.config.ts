import { defineConfig } from 'vitest/config';

const slow = ['test/e2e/**', 'test/hosts/**', 'test/crash/**'];
const project = (name: string, testTimeout: number) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], fileParallelism: false, testTimeout },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: slow, testTimeout: 20_000 },
      },
      project('e2e', 60_000),
      project('hosts', 180_000),
      project('crash', 300_000),
    ],
    coverage: { provider: 'v8', include: ['src/**'], thresholds: { 'src/core/**': { 100: true } } },
  },
});
