import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type SessionRef, spell } from '../core/session.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { continuationEn } from '../core/text/continuation-en.ts';
import { continuationJa } from '../core/text/continuation-ja.ts';
import { UserError } from '../core/user-error.ts';
import { grokHook } from '../hosts/grok/hook.ts';
import { type MemoryOffer, memoryToShow, type OfferFrame } from '../memory/offer.ts';
import { offerFrame } from '../memory/offer-frame.ts';
import { shownMemory } from '../memory/shown-memory.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { projectPlace } from '../platform/project.ts';
import { writePending } from '../platform/session-marks.ts';
import {
  findProgram,
  isDirectory,
  openTerminal,
  writeLaunchScript,
} from '../platform/terminal-launch.ts';
import { directoryOf, findSession, type StoredSession } from '../store/sessions.ts';
import type { Command, CommandResult } from './command.ts';
import { refuseWords, sessionOption } from './options.ts';
import { readMemory } from './read-store.ts';
import { namedSession } from './session-choice.ts';

export const grokContinue: Command = {
  name: 'grok-continue',
  summary:
    'Open a new Grok that remembers a conversation and waits (elsewhere than on macOS: show how)',
  options: [{ flag: '--session <id>', description: 'The session; "sessions" lists them' }],
  async run(positional, options, environment) {
    refuseWords(positional);
    const word = sessionOption(options);
    if (word === undefined) throw new UserError('grok-continue needs --session ID.', 2);
    const frame = offerFrame(grokHook, environment);
    const found = await readMemory(environment, (db) => {
      const id = namedSession(db, word);
      const session = findSession(db, id);
      const succession = { predecessor: id, why: 'clear' } as const;
      return { session, offer: session === null ? null : memoryToShow(db, id, succession, frame) };
    });
    const { session, offer } = found ?? { session: null, offer: null };
    if (session?.off)
      throw new UserError(`${session.id} is switched off ("/tl on" in it ends that).`);
    if (session === null || offer === null) throw new UserError(`Nothing is stored of ${word}.`);
    return launch(environment, session, offer, frame);
  },
};

/** Nothing is started without a place to start it in and a program to start. */
function launch(
  environment: Environment,
  session: StoredSession,
  offer: MemoryOffer,
  frame: OfferFrame,
): CommandResult {
  const cwd = directoryOf(session);
  if (cwd === '' || !isDirectory(cwd))
    throw new UserError(`The directory of ${session.id} is not there: ${cwd}`);
  const grok = findProgram([join(environment.home, '.grok', 'bin', 'grok')], 'grok', environment);
  if (grok === null) throw new UserError('Grok was not found in ~/.grok/bin or in the PATH.');
  if (environment.platform === 'win32')
    throw new UserError('grok-continue needs a POSIX shell. Type /tl in the session instead.');
  const ref: SessionRef = { host: 'grok', id: randomUUID() };
  const words = [grok, '--session-id', ref.id];
  const script = writeLaunchScript(
    { cwd, words, text: firstPrompt(environment, offer.texts) },
    environment,
  );
  const line = shellCommand(['sh', script]);
  announce(environment, ref, session, offer, frame);
  const opened = environment.platform === 'darwin' && openTerminal(line, environment);
  return answer(ref, line, opened);
}

function firstPrompt({ locale }: Environment, memory: readonly string[]): string {
  const { before, respond, wait } = locale === 'ja' ? continuationJa : continuationEn;
  return [before, ...memory, respond, wait].join('\n\n');
}

/**
 * The new conversation has the memory in its first prompt, so its hooks give it nothing again. It goes
 * on from the old one as soon as a turn of it is stored, and not before: perhaps nobody starts it.
 */
function announce(
  { home, dataDirectory }: Environment,
  ref: SessionRef,
  session: StoredSession,
  offer: MemoryOffer,
  { mark, now }: OfferFrame,
): void {
  writePending(dataLayout(dataDirectory), ref, {
    bornAt: now,
    source: 'startup',
    predecessor: offer.predecessor,
    ...projectPlace(directoryOf(session), home),
    offer: null,
    shown: shownMemory(offer, mark),
  });
}

function answer(ref: SessionRef, command: string, opened: boolean): CommandResult {
  const session = spell(ref);
  return {
    text: opened ? session : `No terminal was opened here. In one of yours run, once: ${command}`,
    json: { schema: 'throughline.grok-continue.v1', session, opened, command },
    exitCode: opened ? 0 : 1,
  };
}
