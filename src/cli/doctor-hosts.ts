import type { Host } from '../core/session.ts';
import { splitShellWords } from '../core/shell-quote.ts';
import { HOOK_COMMANDS } from '../hosts/hook-host.ts';
import type { RegistrationState } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import type { Environment } from '../platform/environment.ts';
import { programVersion } from '../platform/program-version.ts';
import { asIs, type Finding, failed, passed, skipped, warned } from './doctor-check.ts';
import { isOfProject } from './project-program.ts';
import { isHere } from './registration-options.ts';
import { reviewText, trustText } from './trust-text.ts';
import type { Said } from './words.ts';

/** What a host will run of ours in the working directory. */
export function hostChecks(host: Host, environment: Environment): readonly Finding[] {
  const side = registrationHosts[host];
  const { title } = side;
  const state = side.state(environment);
  if (!isHere(side, environment) && state.command === null)
    return [skipped(`${host}-hooks`, ({ doctorHosts }) => doctorHosts.notFound(title))];
  const trouble = troubleOf(host, state);
  if (state.command === null) {
    const todo = asIs(`install --host ${host}`);
    const text: Said = ({ doctorHosts }) => doctorHosts.notRegistered(title);
    return [warned(`${host}-hooks`, text, todo), ...trouble];
  }
  return [
    hooksCheck(host, state),
    ...trouble,
    ...trustChecks(host, state),
    program(host, state.command, environment),
  ];
}

function troubleOf(host: Host, state: RegistrationState): readonly Finding[] {
  const { title } = registrationHosts[host];
  const id = `${host}-settings`;
  const { problem, ignored, disabledBy, original, silencing } = state;
  return [
    ...(problem === null
      ? []
      : [
          failed(
            id,
            ({ install }) => install.fileFault(problem),
            ({ doctorHosts }) => doctorHosts.repairFile,
          ),
        ]),
    ...ignored.map(({ path, fault }) =>
      failed(
        id,
        ({ facts, install }) => facts.ignoresFile(title, path, install.fault(title, fault)),
        ({ doctorHosts }) => doctorHosts.correctThat,
      ),
    ),
    ...(disabledBy
      ? [
          failed(
            id,
            ({ doctorHosts }) => doctorHosts.disabledBy(disabledBy.setting, disabledBy.file),
            ({ doctorHosts }) => doctorHosts.removeSetting,
          ),
        ]
      : []),
    ...(silencing === null
      ? []
      : [failed(id, ({ install }) => install.silencing(title, silencing), asIs('install'))]),
    ...(original ? [beside(host)] : []),
  ];
}

function hooksCheck(host: Host, { registered, events }: RegistrationState): Finding {
  const { title, runsAlso } = registrationHosts[host];
  const id = `${host}-hooks`;
  if (!registered) {
    const text: Said = ({ doctorHosts }) => doctorHosts.onlyRegistered(events, title);
    return failed(id, text, asIs(`install --host ${host}`));
  }
  return passed(id, ({ doctorHosts }) => doctorHosts.registered(title, runsAlso));
}

/** With hooks turned off as a whole, what is said of each does not matter. */
function trustChecks(host: Host, { trust = [], disabled }: RegistrationState): readonly Finding[] {
  const { title } = registrationHosts[host];
  const waiting = trust.filter((hook) => hook.trust !== 'trusted');
  if (trust.length === 0 || disabled) return [];
  return waiting.length === 0
    ? [passed(`${host}-trust`, ({ doctorHosts }) => doctorHosts.runsAll(title))]
    : [failed(`${host}-trust`, trustText(title, waiting), reviewText(title, waiting))];
}

const beside = (host: Host): Finding =>
  warned(
    `${host}-original`,
    ({ doctorHosts }) => doctorHosts.besideOriginal,
    ({ doctorHosts }) => doctorHosts.replaceOriginal,
  );

function program(host: Host, command: string, environment: Environment): Finding {
  const { version: own } = environment;
  const id = `${host}-program`;
  const words = splitShellWords(command) ?? [];
  const verbs: readonly string[] = HOOK_COMMANDS;
  const verb = words.findIndex((word) => verbs.includes(word));
  const start = words.slice(0, Math.max(verb, 1));
  const [path = command] = start;
  if (start.some((word) => isOfProject(word, environment))) {
    return warned(id, ({ doctorHosts }) => doctorHosts.projectProgram(path));
  }
  const answer = programVersion(start);
  switch (answer.kind) {
    case 'missing':
      return failed(id, ({ doctorHosts }) => doctorHosts.programMissing(path), asIs('install'));
    case 'fails':
      return failed(
        id,
        ({ doctorHosts }) => doctorHosts.programFails(path, answer.why),
        asIs('install'),
      );
    case 'answers':
      return answer.version === own
        ? passed(id, ({ doctorHosts }) => doctorHosts.programAnswers(path, own))
        : warned(
            id,
            ({ doctorHosts }) => doctorHosts.otherVersion(path, answer.version, own),
            ({ doctorHosts }) => doctorHosts.installNewer,
          );
    default:
      return answer satisfies never;
  }
}
