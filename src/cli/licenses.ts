import { UserError } from '../core/user-error.ts';
import { readLicenses } from '../platform/asset.ts';

/**
 * What those who made the parts of the executable ask to be passed on with it.
 * @throws {UserError} when we are run from sources
 */
export function licenses(): string {
  const text = readLicenses();
  if (text !== null) return text.trimEnd();
  throw new UserError('Only the executable carries licenses; from sources, see node_modules.', 1);
}
