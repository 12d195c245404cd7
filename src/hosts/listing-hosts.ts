import type { Host } from '../core/session.ts';
import { claudeListing } from './claude/transcript-list.ts';
import { codexListing } from './codex/transcript-list.ts';
import { cursorListing } from './cursor/transcript-list.ts';
import { grokListing } from './grok/transcript-list.ts';
import type { ListingHost } from './listing-host.ts';

/** The hosts whose transcripts can be found without their hooks. Loaded by no hook. */
export const listingHosts: Readonly<Record<Host, ListingHost>> = {
  claude: claudeListing,
  codex: codexListing,
  grok: grokListing,
  cursor: cursorListing,
};
