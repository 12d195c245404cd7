import type { Contender } from './contenders.ts';
import type { Executables } from './executables.ts';
import { type Home, hookCommand } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';
import { RolloutWriter } from './rollout-writer.ts';
import { type Command, runWhole } from './whole-process.ts';

const MB = 1024 * 1024;
const SMALL = MB;

/**
 * The end of a turn in a short conversation of Codex and in a long one, each in a memory of its own.
 * @param bytes of the long one's rollout
 */
export function codexContenders(
  { product }: Executables,
  homeNamed: (name: string) => Home,
  bytes: number,
  text: MadeUpText,
): readonly Contender[] {
  const contender = (size: number, limits: Contender['limits']): Contender => {
    const home = homeNamed(`codex-${size}`);
    const rollout = new RolloutWriter(home, text);
    rollout.fillTo(size);
    const next = (): Command => stop(home, product, rollout);
    /* The first report of all reads the whole conversation. */
    runWhole(next());
    return { name: nameOf(size), limits, next };
  };
  return [contender(SMALL, []), contender(bytes, [{ ratio: 1.3, to: nameOf(SMALL) }])];
}

const nameOf = (size: number): string => `process-turn of Codex, a rollout of ${size / MB} MB`;

function stop(home: Home, product: string, rollout: RolloutWriter): Command {
  const { turnId, answer } = rollout.append();
  return hookCommand(home, product, ['process-turn', '--host', 'codex'], {
    session_id: rollout.thread,
    turn_id: turnId,
    transcript_path: rollout.path,
    hook_event_name: 'Stop',
    last_assistant_message: answer,
  });
}
