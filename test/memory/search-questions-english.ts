import type { AskedTurn } from './search-questions.ts';

export const english: readonly AskedTurn[] = [
  {
    request: 'The login page shows a blank screen after the OAuth redirect, please have a look.',
    answer:
      'The callback read `state` from sessionStorage before the provider had written it. It now waits for `authReady` in src/auth/callback.ts; the blank screen is gone.',
    questions: ['why was the login screen blank after oauth', 'authReady'],
  },
  {
    request: 'Cut the time the nightly backup takes. It runs for three hours.',
    answer:
      'Most of it was gzip -9 on one core. With zstd at level 3 and four threads the dump is done in 22 minutes, and the file is 4 % larger.',
    questions: ['how did we speed up the nightly backups', 'compress the dump with zstd'],
  },
  {
    request: 'Users in Turkey cannot save their profile.',
    answer:
      '`toLowerCase()` without a locale made a dotless i of their user names, so the unique key did not match. Keys are now lowered with the invariant locale, and 14 broken rows were repaired by a migration.',
    questions: ['turkish users saving profiles', 'dotless i problem'],
  },
  {
    request: 'Rename the branch policy: nobody may push to main directly any more.',
    answer:
      'Main is protected: two reviews, linear history, no force push. The release bot keeps an exception for tags.',
    questions: ['who can push to the main branch', 'branch protection reviews'],
  },
  {
    request: 'The worker keeps dying with exit code 137 on staging.',
    answer:
      'That is the out-of-memory killer: the image limit was 512 MB and sharp needs 700 MB for the large pictures. I raised the limit to 1 GB and set the concurrency of sharp to 2.',
    questions: ['exit code 137', 'worker killed because it ran out of memory'],
  },
  {
    request: 'Which date format do we use in the CSV export?',
    answer:
      'ISO 8601 in UTC. Accounting asked for DD.MM.YYYY once; that is a separate report so that nothing parses dates twice.',
    questions: ['date format for csv exports', 'what did accounting want for dates'],
  },
  {
    request: 'Make the search box wait a bit before it asks the server.',
    answer:
      'Typing is debounced by 250 ms and an older request is aborted with an AbortController, so results no longer arrive out of order.',
    questions: ['debouncing the search box', 'results arriving out of order'],
  },
  {
    request: 'TypeError: Cannot destructure property "rows" of undefined, in reports/monthly.js:88',
    answer:
      'The query returned nothing for a month without sales. `monthly()` gives an empty report now instead of failing.',
    questions: ['monthly.js', 'Cannot destructure property'],
  },
  {
    request: 'Should we take Redis or Postgres for the job queue?',
    answer:
      'Postgres: SKIP LOCKED is enough for 40 jobs a second, and it is one thing less to operate. We look again when there are more than 500 jobs a second.',
    questions: ['did we choose redis for the queue', 'why postgres for background jobs'],
  },
  {
    request: 'Write the e-mail to customers about the price change.',
    answer:
      'Draft: prices rise by 8 % from 1 March, annual plans stay as they are until they are renewed. Legal wants the sentence about cancelling within 30 days to stay.',
    questions: ['price increase mail to customers', 'what did legal say about cancellation'],
  },
  {
    request: 'Upgrade the project to Node 22 and tell me what breaks.',
    answer:
      'Two things: `punycode` warns at start (it came with an old whatwg-url), and the tests relied on the order of `fs.readdir`. Both are fixed; the Docker image is node:22-slim.',
    questions: ['what broke when upgrading node', 'punycode warning'],
  },
  {
    request: 'The flaky test again: checkout.spec fails one time in ten.',
    answer:
      'It compared a price before the currency rates were loaded. It waits for the rates now; 200 runs in a row were green.',
    questions: ['flaky checkout test', 'currency rates not loaded yet'],
  },
  {
    request: 'Add dark mode, but only if it follows the system.',
    answer:
      'Colours are CSS variables now and follow `prefers-color-scheme`. There is no switch, as you said.',
    questions: ['dark mode', 'theme colors following the system setting'],
  },
  {
    request: 'How do we rotate the signing keys?',
    answer:
      'Twice a year: add the new key to the JWKS, wait for a day, sign with it, remove the old one after 48 hours. The runbook is docs/runbooks/rotate-keys.md.',
    questions: ['runbook for key rotation', 'jwks'],
  },
];
