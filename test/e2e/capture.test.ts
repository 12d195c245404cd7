import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const bash = { name: 'Bash', input: { command: 'npm test' }, output: '12 tests passed' };
const answer = 'Fixed: the cookie was wrong.';

describe.concurrent('a finished turn', () => {
  it('is stored with its request, its answer and what the tool was given and printed', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('why does the login fail?', answer, { tools: [bash] });

    const [turn] = await machine.product.turns(window.session);
    expect(turn).toMatchObject({ state: 'complete', request: 'why does the login fail?', answer });
    expect(await machine.product.details(turn?.id ?? 0)).toMatchObject([
      { kind: 'tool_input', tool: 'Bash', input: '{"command":"npm test"}' },
      { kind: 'tool_output', tool: 'Bash', output: '12 tests passed' },
    ]);
  });

  it('is stored however short it is', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('y', 'ok');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'complete', request: 'y', answer: 'ok' },
    ]);
  });

  it('is stored in a session that was never announced', async () => {
    await using machine = await Machine.create();
    const window = machine.window();
    window.transcript.ask('hello', window.promptId);
    window.answer('hi');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'hello' }]);
  });

  it('is stored although the prompt is a picture alone', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } };
    window.transcript.ask([image], window.promptId);
    window.answer('a red square');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: '[image]', answer: 'a red square', details: 1 },
    ]);
  });

  it.for([
    ['a session end follows', true],
    ['no session end follows', false],
  ] as const)('is stored once when %s', async ([, ends]) => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('hello', 'hi');
    await (ends ? window.exit() : window.kill());
    expect(await machine.product.turns(window.session)).toMatchObject([{ state: 'complete' }]);
  });

  it('stays readable when the host has deleted its transcript', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('hello', 'hi');
    rmSync(window.transcript.path);
    await window.end();
    expect(await machine.product.turns(window.session)).toMatchObject([{ answer: 'hi' }]);
  });

  it('is not stored again when its file has moved and the conversation goes on there', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const moved = window.transcript.movedTo(`${machine.home}/.claude/projects/moved`);
    mkdirSync(dirname(moved.path), { recursive: true });
    renameSync(window.transcript.path, moved.path);
    window.transcript = moved;
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one' },
      { request: 'two' },
    ]);
  });

  it('is not stored again when its file was copied over itself', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    copyFileSync(window.transcript.path, `${window.transcript.path}.copy`);
    renameSync(`${window.transcript.path}.copy`, window.transcript.path);
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toHaveLength(2);
  });
});

describe.concurrent('a Stop that comes before the last answer is in the file', () => {
  it('finds an answer that is written within 400 ms', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    window.transcript.use(bash);
    const late = window.transcript.answerRow(answer);
    await Promise.all([window.stop(answer), sleep(200).then(() => window.transcript.append(late))]);
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'complete', answer, details: 2 },
    ]);
  });

  it('stores the answer the host reported as provisional', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    window.transcript.use(bash);
    await window.stop(answer);
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'provisional', answer, details: 2 },
    ]);
  });

  it('takes the answer of the file at the same Stop later, once', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    window.transcript.use(bash);
    await window.fire('process-turn', window.stopPayload(answer));
    window.answer(answer);
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'complete', answer, details: 2 },
    ]);
  });

  it('takes the answer of the file with the next turn', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    await window.fire('process-turn', window.stopPayload('Fixed: the cookie'));
    window.answer(answer);
    window.transcript.close();
    await window.turn('thanks', 'welcome');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'complete', answer },
      { state: 'complete', answer: 'welcome' },
    ]);
  });

  it('counts half a row as none, wherever it was cut', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('直して');
    const row = Buffer.from(`${window.transcript.answerRow('直しました')}\n`);
    const inCharacter = row.indexOf('直') + 1;
    window.transcript.write(row.subarray(0, inCharacter));
    await window.fire('process-turn', window.stopPayload('直しました'));
    window.transcript.write(row.subarray(inCharacter));
    await window.stop('直しました');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'complete', request: '直して', answer: '直しました' },
    ]);
  });

  it('stores a repeated answer text in the turn that was asked last', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.');
    await window.prompt('two');
    await window.stop('Done.');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete', answer: 'Done.' },
      { request: 'two', state: 'provisional', answer: 'Done.' },
    ]);
  });

  it('does not take an older turn with the same text for the one in which the agent has spoken', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.');
    await window.prompt('two');
    window.transcript.append(window.transcript.answerRow('Looking.', 'tool_use'));
    window.transcript.use(bash);
    await window.stop('Done.');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete' },
      { request: 'two', state: 'provisional', answer: 'Done.' },
    ]);
  });
});

describe.concurrent('a Stop that tells nothing new', () => {
  it('changes nothing when it is delivered again, also days later', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.', { tools: [bash] });
    const before = await machine.product.turns(window.session);
    await window.stop();
    expect(await machine.product.turns(window.session)).toEqual(before);
  });

  it('does not end the next turn when it is delivered again while that runs', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.');
    const again = window.stopPayload('Done.');
    await window.prompt('two');
    await window.fire('process-turn', again);
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'one' }]);
  });

  it('stores the next turn whole after it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.');
    const again = window.stopPayload('Done.');
    await window.prompt('two');
    await window.fire('process-turn', again);
    window.answer('Done too.', { tools: [bash] });
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'Done.' },
      { request: 'two', state: 'complete', answer: 'Done too.', details: 2 },
    ]);
  });

  it.for([
    ['an answer', 'hi'],
    ['no answer', null],
  ] as const)('is no failure without a transcript, with %s', async ([, reported]) => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const run = await window.fire('process-turn', window.stopPayload(reported));
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { failures, database, spool } = await machine.product.status();
    expect({ failures, turns: database.turns, spool }).toEqual({
      failures: {},
      turns: 0,
      spool: { events: 0 },
    });
  });

  it('is no failure when the file was removed in mid-turn and begun again', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    rmSync(window.transcript.path);
    window.answer(answer, { tools: [bash] });
    await window.stop();
    const { failures, database } = await machine.product.status();
    expect({ failures, turns: database.turns }).toEqual({ failures: {}, turns: 0 });
  });

  it('stores the request when the agent said nothing', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    await window.stop(null);
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'interrupted', request: 'fix it', answer: null },
    ]);
  });
});

describe.concurrent('a transcript that the host has written anew', () => {
  it('neither loses nor doubles a turn when its head is gone', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const length = readFileSync(window.transcript.path).length;
    await window.turn('two', 'second');
    const rest = readFileSync(window.transcript.path).subarray(length);
    writeFileSync(window.transcript.path, rest);
    await window.turn('three', 'third');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first' },
      { request: 'two', answer: 'second' },
      { request: 'three', answer: 'third' },
    ]);
  });

  it('neither loses nor doubles a turn when its tail was taken back', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const length = readFileSync(window.transcript.path).length;
    await window.turn('two', 'second');
    truncateSync(window.transcript.path, length);
    await window.turn('instead of two', 'third');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete' },
      { request: 'two', state: 'complete' },
      { request: 'instead of two', state: 'complete', answer: 'third' },
    ]);
  });

  it('goes on after it was lost in mid-turn', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('two');
    rmSync(window.transcript.path);
    window.answer('second');
    await window.stop();
    await window.turn('three', 'third');
    const turns = await machine.product.turns(window.session);
    expect(turns[0]).toMatchObject({ request: 'one', answer: 'first' });
    expect(turns.at(-1)).toMatchObject({ request: 'three', answer: 'third', state: 'complete' });
  });
});

describe.concurrent('a turn that failed', () => {
  it('is stored without the error text as an answer', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('fix it');
    window.transcript.use(bash);
    window.transcript.fail('API Error: 529 Overloaded');
    const run = await window.fire('process-turn', {
      prompt_id: window.promptId,
      hook_event_name: 'StopFailure',
      error: 'server_error',
      last_assistant_message: 'API Error: 529 Overloaded',
    });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(await machine.product.turns(window.session)).toMatchObject([
      { state: 'interrupted', request: 'fix it', answer: null, details: 2 },
    ]);
  });
});

describe.concurrent('rows that are no conversation', () => {
  it('are passed over: broken, glued, empty, filled with NUL, a megabyte long, of unknown types', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    const { transcript } = window;
    const glued = `${transcript.answerRow('first')}${transcript.userRow('two', { promptSource: 'typed' })}`;
    transcript.append('null', '[]', '"text"', '{"type":"user","mess', '{}', '\uFEFF', '');
    transcript.append(glued, '{"type":"from-the-future","message":{"role":"user","content":"no"}}');
    transcript.append(new Uint8Array(4096), '\n');
    transcript.append(transcript.attachmentRow({ type: 'file', content: 'x'.repeat(1 << 20) }));
    window.answer('second');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first', state: 'complete' },
      { request: 'two', answer: 'second', state: 'complete' },
    ]);
  });

  it('do not reach the memory when the host wrote them in the name of the user', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.transcript.append(
      window.transcript.userRow('Caveat: meta', { isMeta: true }),
      window.transcript.userRow('<local-command-stdout>x</local-command-stdout>'),
      window.transcript.userRow('<system-reminder>be nice</system-reminder>'),
    );
    window.answer('first');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first' },
    ]);
  });

  it('are read once when two lines carry the same id', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    const row = window.transcript.answerRow('first');
    window.transcript.append(row, row);
    await window.stop('first');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { answer: 'first', details: 0 },
    ]);
  });

  it('stand before a turn with an answer of a megabyte', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const long = 'あ'.repeat(350_000);
    await window.turn('one', long);
    expect(await machine.product.turns(window.session)).toMatchObject([{ answer: long }]);
  });
});
