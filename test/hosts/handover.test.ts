import { describe, expect, it } from 'vitest';
import { claudeOn } from './claude-code.ts';
import { codexOn } from './codex.ts';
import { answersIn, giveBaton, toolPrompt } from './conversation.ts';
import { grokOn } from './grok.ts';
import { findHost } from './host-program.ts';
import { openMachine } from './machine.ts';

const [claude, codex, grok] = [
  await findHost('claude'),
  await findHost('codex'),
  await findHost('grok'),
];
const missing = [claude, codex, grok].map((host) => host.missing).find((why) => why !== null);

/** A machine with all three hosts, each registered. */
async function openAll() {
  const machine = await openMachine();
  const hosts = {
    claude: claudeOn(machine, claude.executable),
    codex: codexOn(machine, codex.executable),
    grok: grokOn(machine, grok.executable),
  };
  await machine.install('claude', 'codex', 'grok');
  return { ...machine, hosts };
}

describe.skipIf(missing !== undefined)('A baton', () => {
  it('goes from Claude Code to Codex to Grok to Claude Code, and each adds its turns', async () => {
    const { hosts, product } = await openAll();
    const first = await hosts.claude.window();
    await first.ask(toolPrompt('amber'));
    await giveBaton(first);
    await first.exit();

    const second = await hosts.codex.window();
    expect(answersIn(await second.ask(toolPrompt('birch')))).toEqual(['amber']);
    await giveBaton(second);
    await second.exit();

    const third = await hosts.grok.window();
    await third.ask(toolPrompt('cedar'));
    expect(answersIn(await third.request(toolPrompt('cedar'), 1))).toEqual(['amber', 'birch']);
    await giveBaton(third);
    await third.exit();

    const fourth = await hosts.claude.window();
    expect(answersIn(await fourth.ask('say back again'))).toEqual(['amber', 'birch', 'cedar']);
    const sessions = await product.sessions();
    expect(sessions.map(({ id, continues }) => ({ id, continues }))).toEqual(
      expect.arrayContaining([
        { id: first.session(), continues: null },
        { id: second.session(), continues: first.session() },
        { id: third.session(), continues: second.session() },
        { id: fourth.session(), continues: third.session() },
      ]),
    );
    expect(await product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });
});
