import { readFileSync } from 'node:fs';

/** Put in by the bundler; absent when the sources run as they are. */
declare const THROUGHLINE_VERSION: string | undefined;

/** The product's version, e.g. `1.0.0`. From sources it is read from package.json. */
export function productVersion(): string {
  if (typeof THROUGHLINE_VERSION === 'string') return THROUGHLINE_VERSION;
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return (manifest as { readonly version: string }).version;
}
