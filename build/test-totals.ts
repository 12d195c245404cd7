import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './tool.ts';

// Prints `N passed, N failed` over the reports that run-tests.ts left. A file that could not be
// loaded has no tests to count, so it counts as one that failed.
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: unknown[];
  }[];
}

const directory = join(root, '.cache', 'tests');
const files = existsSync(directory) ? globSync(join(directory, '*.json')) : [];
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const passed = sum(reports.map((report) => report.numPassedTests));
const failed = sum(reports.map((report) => report.numFailedTests + unloaded(report)));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function unloaded({ testResults }: Report): number {
  return testResults.filter((file) => file.status === 'failed' && !file.assertionResults.length)
    .length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
