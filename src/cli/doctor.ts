import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { HOSTS, type Host } from '../core/session.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { migrations } from '../store/migrations/all.ts';
import { readDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import type { Command } from './command.ts';
import { activityChecks, unlock } from './doctor-activity.ts';
import { autoHandoffChecks } from './doctor-auto-handoff.ts';
import { captureChecks } from './doctor-capture.ts';
import { checkIn, checkLine, type Finding } from './doctor-check.ts';
import { deliveryChecks } from './doctor-delivery.ts';
import { directoryChecks } from './doctor-directory.ts';
import { hostChecks } from './doctor-hosts.ts';
import { memoryChecks } from './doctor-memory.ts';
import { searchChecks } from './doctor-search.ts';
import { sessionChecks } from './doctor-session.ts';
import { refuseWords, sessionOption } from './options.ts';
import { PERSON_WAIT_MS } from './read-patience.ts';
import { requireReadable } from './readable-directory.ts';
import { namedHosts } from './registration-options.ts';
import { wordsIn } from './words.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check everything, and say what to do about it; exit 1 when something failed',
  options: [
    { flag: '--host <host>', description: 'Of the hosts only this one; may be repeated' },
    { flag: '--session <id>', description: 'What is stored of this session, and what is missing' },
    { flag: '--quiet', description: 'Only what failed (a container’s health check)' },
    { flag: '--unlock', description: 'Break a lock whose owner is gone or cannot be judged' },
  ],
  async run(positional, options, environment) {
    refuseWords(positional);
    requireReadable(environment.dataDirectory);
    const all = await checksOf(environment, {
      session: sessionOption(options),
      hosts: namedHosts(options, wordsIn(environment.locale).install) ?? HOSTS,
      breaksLock: options.unlock === true,
    });
    const failures = all.filter(({ state }) => state === 'failed');
    const found = options.quiet === true ? failures : all;
    const words = wordsIn(environment.locale);
    return {
      text: found.map((finding) => checkLine(checkIn(finding, words), words)).join('\n'),
      json: {
        schema: 'throughline.doctor.v1',
        checks: found.map((finding) => checkIn(finding, wordsIn('en'))),
      },
      exitCode: failures.length === 0 ? 0 : 1,
    };
  },
};

interface DoctorOptions {
  readonly session: string | undefined;
  readonly hosts: readonly Host[];
  readonly breaksLock: boolean;
}

/** Reads only, but for the lock when it is to be broken. */
async function checksOf(
  environment: Environment,
  { session, hosts, breaksLock }: DoctorOptions,
): Promise<readonly Finding[]> {
  const layout = dataLayout(environment.dataDirectory);
  const now = environment.now();
  const unlocked = breaksLock ? [unlock(layout)] : [];
  const exclusive = exclusiveIn(layout.root);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  const memory = memoryChecks(engine, layout, now);
  const options = { waitMs: PERSON_WAIT_MS, migrations };
  const read: ReadMemory = (work) => readDatabase(engine, layout.database, work, options);
  const isReadable = memory.some(({ id, state }) => id === 'database' && state === 'ok');
  return [
    ...unlocked,
    ...directoryChecks(layout, environment),
    ...memory,
    ...(isReadable ? searchChecks(engine, layout, read) : []),
    ...activityChecks(layout, now),
    ...hosts.flatMap((host) => [
      ...hostChecks(host, environment),
      ...(isReadable ? captureChecks(host, environment, layout, read) : []),
      ...(isReadable ? deliveryChecks(host, read, now) : []),
    ]),
    ...(hosts.includes(HANDOFF_HOST) ? autoHandoffChecks(environment) : []),
    ...(session === undefined || !isReadable
      ? []
      : sessionChecks(read, environment, layout, session)),
  ];
}
