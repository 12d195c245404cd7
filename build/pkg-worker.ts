import { readFileSync } from 'node:fs';
import process from 'node:process';
import pkg from '@yao-pkg/pkg/lib-es5/sea.js';

// A process of its own: pkg changes the working directory and takes its cache from HOME. Its
// command line passes no assets on, so this calls the function behind it.
const [request = ''] = process.argv.slice(2);
const { main, options } = JSON.parse(readFileSync(request, 'utf8')) as {
  readonly main: string;
  readonly options: Parameters<typeof pkg.default>[1];
};
await pkg.default(main, options);
