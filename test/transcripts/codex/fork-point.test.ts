import { expect, it } from 'vitest';
import { codexTranscripts } from '../../../src/hosts/codex/transcripts.ts';
import { fixturePath, idAt, jsonl, meta, millisAt, RolloutFile, user } from './rollout.ts';

const forkPoint = (path: string) => codexTranscripts.forkPointOf?.(path);

it('a fork names its parent and when it was made', () => {
  expect(forkPoint(fixturePath('0.171.0-fork'))).toEqual({
    parentId: '01a22e40-8d34-7033-b697-085fda3a8035',
    at: 0x01a22e40b6c0,
  });
});

it.for(['0.171.0-rewound', '0.171.0-simple', '0.20.0-tool'] as const)('%s is no fork', (name) => {
  expect(forkPoint(fixturePath(name))).toBeNull();
});

it('the metadata of a copied thread are not those of the fork', async () => {
  const own = meta({ id: idAt(9), forked_from_id: idAt(5), history_base: {} });
  const copied = meta({ id: idAt(5), forked_from_id: idAt(1), history_base: {} });
  await using file = await RolloutFile.create(jsonl(own, copied, user('go')));
  expect(forkPoint(file.path)).toEqual({ parentId: idAt(5), at: millisAt(9) });
});

it('a fork that begins with the rows of its parent needs none', async () => {
  const rows = [meta({ id: idAt(9), forked_from_id: idAt(5) }), user('go')];
  await using file = await RolloutFile.create(jsonl(...rows));
  expect(forkPoint(file.path)).toBeNull();
});

it.for(['', 'x\n', '[]\n', '{"type":"session_meta"}\n'])('%j is no fork', async (content) => {
  await using file = await RolloutFile.create(content);
  expect(forkPoint(file.path)).toBeNull();
});

it('a file that is gone is no fork', () => {
  expect(forkPoint('/nowhere/rollout.jsonl')).toBeNull();
});
