import type { FileFault } from '../core/file-fault.ts';
import type { SettingsFault } from '../core/settings-fault.ts';
import type { Environment } from '../platform/environment.ts';
import type { HookFormat } from './hook-format.ts';
import type { RecallPermission } from './recall-permission.ts';

export type Scope = 'user' | 'project';

/** Where a host keeps what is configured, for one scope. All absolute. */
export interface RegistrationPlaces {
  /** The host's own: it is there when the host is. */
  readonly directory: string;
  /** The file that holds our hooks. */
  readonly settings: string;
  /** What a user types to speak to us, as a file of its own. */
  readonly command: string;
  /** The skill by which the model looks things up. */
  readonly skill: string;
  /** Tells the host how `command` may be used, where that is said in a file of its own. */
  readonly policy?: string;
  /** Lists what the agent may run without a question, where one user has such a file. */
  readonly rules?: string;
}

/** The files of ours beside the settings. */
export const companionPaths = ({
  command,
  skill,
  policy,
}: RegistrationPlaces): readonly string[] => [
  command,
  skill,
  ...(policy === undefined ? [] : [policy]),
];

/** What a host says of one of our hooks. `changed`: allowed once, and another one since. */
export interface HookTrust {
  readonly event: string;
  readonly trust: 'trusted' | 'untrusted' | 'changed' | 'disabled';
}

export interface IgnoredFile {
  readonly path: string;
  readonly fault: SettingsFault;
}

/** What a host will run of ours in the working directory. */
export interface RegistrationState {
  /** Every event we need has a handler of ours. */
  readonly registered: boolean;
  /** Events that have one, in our order. */
  readonly events: readonly string[];
  /** Handlers of ours that carry a memory, each a page of it; 0 where none is registered. */
  readonly pages: number;
  /** The host lets the agent look things up in the memory without a question. */
  readonly recallAllowed: boolean;
  /** A file in which that permission puts other rules of its user out of account; null for none. */
  readonly silencing: string | null;
  /** The first command of ours, as one shell line. */
  readonly command: string | null;
  /** Where that command keeps the memory: what it names, or what it takes without a word. Absolute. */
  readonly dataDirectory: string | null;
  /** The Node product of the same name has hooks here as well. */
  readonly original: boolean;
  /** The host's settings say that no hook runs. */
  readonly disabled: boolean;
  /** What says so, and in which file. */
  readonly disabledBy?: { readonly setting: string; readonly file: string };
  /** Why a settings file could not be read, if one could not. */
  readonly problem: FileFault | null;
  /** The host does not even start with that problem, so what it would say of our hooks is not known. */
  readonly stopped?: boolean;
  /** Settings files that the host ignores whole because of how they are written. */
  readonly ignored: readonly IgnoredFile[];
  /** Hook by hook, where the host asks its user before it runs one. */
  readonly trust?: readonly HookTrust[];
}

/** What a user has to know after an installation, or to do. */
export type HostNote =
  /** The host runs no hook before its user has seen and allowed it. */
  | { readonly kind: 'review' }
  /** The user has turned hooks of ours off, one by one. */
  | { readonly kind: 'turned-off' }
  /** The host runs hooks of a project only where its user trusts the folder. */
  | { readonly kind: 'folder-trust' };

/** A registration as it stands, for what to say of it. */
interface Registered {
  readonly scope: Scope;
  readonly state: RegistrationState;
}

/** One host's side of a registration. */
export interface RegistrationHost {
  readonly title: string;
  /** What a user types to speak to us. */
  readonly word: '/tl' | '$tl';
  /** A conversation after `/clear` is given the one before it. */
  readonly remembersClear: boolean;
  /** Titles of hosts whose hooks it runs as well, out of their own settings. */
  readonly runsAlso: readonly string[];
  readonly format: HookFormat;
  readonly recall: RecallPermission;
  /** Null where a project has no settings of the host that are one user's own. */
  places(environment: Environment, scope: Scope): RegistrationPlaces | null;
  /** What the agent runs commands in on Windows. */
  readonly agentShell: 'git-bash' | 'powershell';
  /** The file of the user's word. The model reads it only when our hook did not answer. */
  wordFile(commands: { readonly status: string }): string;
  /** Content of {@link RegistrationPlaces.policy}; YAML. */
  readonly policyFile?: string;
  /** Read-only, never throws for the content of a file. */
  state(environment: Environment): RegistrationState;
  notes(registered: Registered): readonly HostNote[];
}
