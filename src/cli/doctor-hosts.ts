import { resolve, sep } from 'node:path';
import type { Host } from '../core/session.ts';
import { splitShellWords } from '../core/shell-quote.ts';
import { installEn } from '../core/text/install-en.ts';
import { HOOK_COMMANDS } from '../hosts/hook-host.ts';
import type { RegistrationHost, RegistrationState } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import type { Environment } from '../platform/environment.ts';
import { programVersion } from '../platform/program-version.ts';
import { type Check, failed, passed, skipped, warned } from './doctor-check.ts';
import { isHere } from './registration-options.ts';
import { reviewText, trustText } from './trust-text.ts';

/** What a host will run of ours in the working directory. */
export function hostChecks(host: Host, environment: Environment): readonly Check[] {
  const side = registrationHosts[host];
  const { title } = side;
  const state = side.state(environment);
  if (!isHere(side, environment) && state.command === null)
    return [skipped(`${host}-hooks`, `${title} was not found here`)];
  const trouble = troubleOf(host, state);
  if (state.command === null) {
    const todo = `install --host ${host}`;
    return [warned(`${host}-hooks`, `not registered with ${title}`, todo), ...trouble];
  }
  return [
    hooksCheck(host, state),
    ...trouble,
    ...trustChecks(host, state),
    program(host, state.command, environment),
  ];
}

function troubleOf(host: Host, state: RegistrationState): readonly Check[] {
  const { title } = registrationHosts[host];
  const id = `${host}-settings`;
  const { problem, ignored, disabledBy, original, silencing } = state;
  return [
    ...(problem === null ? [] : [failed(id, installEn.fileFault(problem), 'repair the file')]),
    ...ignored.map(({ path, fault }) =>
      failed(
        id,
        `${title} ignores the whole of ${path}: ${installEn.fault(title, fault)}`,
        'correct that',
      ),
    ),
    ...(disabledBy
      ? [
          failed(
            id,
            `${disabledBy.setting} is set in ${disabledBy.file}: no hook runs`,
            'remove that setting',
          ),
        ]
      : []),
    ...(silencing === null ? [] : [failed(id, installEn.silencing(title, silencing), 'install')]),
    ...(original ? [beside(host)] : []),
  ];
}

function hooksCheck(host: Host, { registered, events }: RegistrationState): Check {
  const side = registrationHosts[host];
  const id = `${host}-hooks`;
  if (!registered) {
    const todo = `install --host ${host}`;
    return failed(id, `only ${events.join(', ')} are registered with ${side.title}`, todo);
  }
  const shared = side.runsAlso.length === 0 ? '' : `; ${sharedText(side)}`;
  return passed(id, `registered with ${side.title}${shared}`);
}

/** Ours know who calls: at another host's entries they leave at once. */
const sharedText = ({ title, runsAlso }: RegistrationHost): string =>
  `${title} also runs what is registered with ${runsAlso.join(' and ')}, and ours leave at once there`;

/** With hooks turned off as a whole, what is said of each does not matter. */
function trustChecks(host: Host, { trust = [], disabled }: RegistrationState): readonly Check[] {
  const { title } = registrationHosts[host];
  const waiting = trust.filter((hook) => hook.trust !== 'trusted');
  if (trust.length === 0 || disabled) return [];
  return waiting.length === 0
    ? [passed(`${host}-trust`, `${title} runs all of them`)]
    : [failed(`${host}-trust`, trustText(title, waiting), reviewText(title, waiting))];
}

const beside = (host: Host): Check =>
  warned(
    `${host}-original`,
    'the Node Throughline is registered too: this one stores and gives nothing',
    'install --replace-original ends that',
  );

/** A project that was fetched from somewhere must not make this command start its programs. */
const isInside = (path: string, directory: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : directory + sep);

function program(host: Host, command: string, environment: Environment): Check {
  const { version: own, cwd, dataDirectory } = environment;
  const id = `${host}-program`;
  const words = splitShellWords(command) ?? [];
  const verbs: readonly string[] = HOOK_COMMANDS;
  const verb = words.findIndex((word) => verbs.includes(word));
  const start = words.slice(0, Math.max(verb, 1));
  const [path = command] = start;
  const isForeign = (word: string): boolean => {
    const at = resolve(cwd, word);
    return isInside(at, cwd) && !isInside(at, dataDirectory);
  };
  if (start.some(isForeign)) {
    return warned(id, `${path} belongs to this project and was not started`);
  }
  const answer = programVersion(start);
  switch (answer.kind) {
    case 'missing':
      return failed(id, `${path} is not there: no hook runs`, 'install');
    case 'fails':
      return failed(id, `${path} does not start (${answer.why}): no hook runs`, 'install');
    case 'answers':
      return answer.version === own
        ? passed(id, `${path} answers (${own})`)
        : warned(
            id,
            `${path} is ${answer.version}, and this is ${own}`,
            'install with the newer one',
          );
    default:
      return answer satisfies never;
  }
}
