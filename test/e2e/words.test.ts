import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const nothing = { memory: null, notice: null, block: null };

describe.concurrent('a word to us', () => {
  it.for(['/tl', '/tl fresh', '/tl off', '/tl on', '/tl forget', '/tl status', '/tl frehs', '/TL'])(
    'blocks the prompt with a reason: %s',
    async (word) => {
      await using machine = await Machine.create();
      expect(await machine.window().prompt(word)).toMatchObject({
        memory: null,
        block: expect.stringMatching(/^Throughline: /),
      });
    },
  );

  it.for(['/tldr', 'what does /tl do?', '/clear', ''])('is not in "%s"', async (prompt) => {
    await using machine = await Machine.create();
    const window = await machine.open();
    expect(await window.prompt(prompt)).toEqual(nothing);
  });

  it('uses up no memory: the next prompt is given it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.prompt('/tl status');
    await window.prompt('/tl somthing');
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is answered in Japanese to a user whose locale is Japanese', async () => {
    await using machine = await Machine.create();
    const window = await machine.open({ variables: { LANG: 'ja_JP.UTF-8' } });
    await window.turn('one', 'first');
    const { block } = await window.prompt('/tl');
    expect(block).toMatch(/[ぁ-ん]/);
  });

  it('with a note says that the note is not kept', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const { block } = await window.prompt('/tl and then deploy it');
    expect(block).toContain('not kept');
  });
});

describe.concurrent('/tl fresh', () => {
  it('drops the conversation before /clear before it was given', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.prompt('/tl fresh');
    expect(await window.prompt('two')).toEqual(nothing);
  });

  it('drops what was given, for the sessions behind as well, and deletes nothing', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    const first = window.session;
    await window.clear();
    await window.turn('two', 'second answer');
    await window.prompt('/tl fresh');
    await window.clear();
    const { memory } = await window.prompt('three');
    expect(memory).toContain('second answer');
    expect(memory).not.toContain('first answer');
    expect(await machine.product.turns(first)).toHaveLength(1);
  });
});

describe.concurrent('/tl off', () => {
  it('stores nothing of the session from then on', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl off');
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'one' }]);
  });

  it('stores nothing of what was asked and not answered before it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('/tl off');
    await window.prompt('my password is hunter2');
    window.answer('noted');
    await window.exit();
    expect(await machine.product.status()).toMatchObject({ database: { turns: 0 } });
  });

  it('passes over what was said while it was off when it is on again', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl off');
    await window.turn('two', 'second');
    await window.prompt('three');
    window.answer('third');
    await window.prompt('/tl on');
    await window.turn('four', 'fourth');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one' },
      { request: 'four', state: 'complete' },
    ]);
  });

  it('gives the session no memory', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.prompt('/tl off');
    expect(await window.prompt('two')).toEqual(nothing);
  });

  it('takes the baton of the session back', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl');
    await window.prompt('/tl off');
    expect(await (await machine.open()).prompt('hello')).toEqual(nothing);
  });

  it('hands nothing of it on after /clear either, until it is on again', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const { transcript } = window;
    await window.prompt('/tl off');
    await window.clear();
    expect(await window.prompt('two')).toEqual(nothing);
    const again = machine.window();
    await again.resume(transcript);
    await again.prompt('/tl on');
    await again.clear();
    expect((await again.prompt('three')).memory).toContain('first');
  });

  it('holds for this session alone', async () => {
    await using machine = await Machine.create();
    const [left, right] = [await machine.open(), await machine.open()];
    await left.prompt('/tl off');
    await right.turn('one', 'first');
    expect(await machine.product.turns(right.session)).toHaveLength(1);
  });
});

describe.concurrent('/tl forget', () => {
  it('deletes what is stored of the session, for good', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'the secret is swordfish');
    await window.prompt('/tl forget');
    expect(await machine.product.turns(window.session)).toEqual([]);
    expect(readFileSync(join(machine.data, 'memory.db')).includes('swordfish')).toBe(false);
  });

  it('forgets what the transcript holds and no Stop has reported', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('the secret is swordfish');
    await window.prompt('/tl forget');
    await window.exit();
    expect(await machine.product.status()).toMatchObject({ database: { turns: 0 } });
  });

  it('does not let a later reading of the transcript bring it back', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'the secret is swordfish');
    await window.prompt('/tl forget');
    const moved = window.transcript.movedTo(join(machine.home, '.claude', 'projects', 'moved'));
    moved.write(readFileSync(window.transcript.path));
    window.transcript = moved;
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'two' }]);
  });

  it('leaves the turns of other sessions', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const first = window.session;
    await window.clear();
    await window.turn('two', 'second');
    await window.prompt('/tl forget');
    expect(await machine.product.turns(first)).toHaveLength(1);
  });
});

describe.concurrent('/tl status', () => {
  it('names the session and what it remembers', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.turn('two', 'second');
    const { block } = await window.prompt('/tl status');
    expect(block).toContain(window.session);
    expect(block).toContain('1 turn of this session stored, 1 remembered from before');
  });
});
