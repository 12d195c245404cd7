import { isRecord } from '../core/record.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Detail, DetailKind, TurnStart, TurnState } from '../core/turn.ts';
import { isString } from '../core/value-shape.ts';
import type {
  ExportedLink,
  ExportedSession,
  ExportedTombstone,
  ExportedTurn,
} from '../store/export.ts';
import type { LinkReason } from '../store/links.ts';
import type { ExportRecord } from './export.ts';
import { FieldError, Fields } from './export-fields.ts';
import { EXPORT_SCHEMA } from './export-line.ts';

/** A line of an export that is ours to store. */
export type ParsedRecord =
  | Exclude<ExportRecord, { type: 'turn' }>
  | { readonly type: 'turn'; readonly turn: ExportedTurn; readonly keyed: number | null }
  /** The last line: how many there were. */
  | { readonly type: 'end' };

export type ParsedHeader =
  | { readonly kind: 'ours'; readonly key: string | null }
  | { readonly kind: 'newer' | 'foreign' };

export function parseHeader(value: unknown): ParsedHeader {
  if (!isRecord(value) || !isString(value.schema)) return { kind: 'foreign' };
  if (value.schema !== EXPORT_SCHEMA) {
    return { kind: /^throughline\.export\.v\d+$/.test(value.schema) ? 'newer' : 'foreign' };
  }
  return { kind: 'ours', key: isString(value.key) ? value.key : null };
}

/** The one gate through which a line becomes something to store. @returns an error that names the field */
export function parseRecord(value: unknown): Result<ParsedRecord> {
  if (!isRecord(value)) return err('no object');
  try {
    return ok(recordFrom(new Fields(value)));
  } catch (error) {
    if (error instanceof FieldError) return err(error.message);
    throw error;
  }
}

function recordFrom(fields: Fields): ParsedRecord {
  const type = fields.oneOf('type', ['session', 'turn', 'forgotten', 'link', 'end'] as const);
  switch (type) {
    case 'session':
      return { type, session: sessionFrom(fields) };
    case 'turn':
      return turnFrom(fields);
    case 'forgotten':
      return { type, tombstone: tombstoneFrom(fields) };
    case 'link':
      return { type, link: linkFrom(fields) };
    case 'end':
      return { type };
  }
}

const sessionFrom = (fields: Fields): ExportedSession => ({
  id: fields.session('id'),
  transcriptPath: fields.nameOrNull('transcript'),
  projectRoot: fields.text('project') === '' ? '' : fields.name('project'),
  firstCwd: fields.text('directory') === '' ? '' : fields.name('directory'),
  window: fields.nameOrNull('window'),
  unattended: fields.flag('unattended'),
  parent: fields.sessionOrNull('parent'),
  adoptedFrom: fields.nameOrNull('adoptedFrom'),
  off: fields.timeOrNull('off') ?? 0,
  createdAt: fields.time('createdAt'),
  updatedAt: fields.time('updatedAt'),
});

const STARTS = ['prompt', 'self', 'unknown'] as const satisfies readonly TurnStart[];
const STATES = ['interrupted', 'provisional', 'complete'] as const satisfies readonly TurnState[];

function turnFrom(fields: Fields): ParsedRecord {
  const turn: ExportedTurn = {
    id: fields.numberOrNull('id') ?? 0,
    session: fields.session('session'),
    key: fields.name('key'),
    number: fields.number('number'),
    start: fields.oneOf('start', STARTS),
    state: fields.oneOf('state', STATES),
    startedAt: fields.time('startedAt'),
    endedAt: fields.timeOrNull('endedAt'),
    request: fields.text('request'),
    answer: fields.textOrNull('answer'),
    answerId: fields.nameOrNull('answerId'),
    userHash: fields.name('requestHash'),
    assistantHash: fields.nameOrNull('answerHash'),
    skeleton: fields.text('summary'),
    prunedAt: fields.timeOrNull('prunedAt'),
    details: fields.objects('details').map(detailFrom),
  };
  return { type: 'turn', turn, keyed: fields.numberOrNull('keyed') };
}

const KINDS = [
  'tool_input',
  'tool_output',
  'system',
  'image',
  'thinking',
  'utterance',
  'subagent',
] as const satisfies readonly DetailKind[];

const detailFrom = (fields: Fields): Detail => ({
  sourceId: fields.name('source'),
  kind: fields.oneOf('kind', KINDS),
  toolName: fields.text('tool'),
  input: fields.textOrNull('input'),
  output: fields.textOrNull('output'),
});

const tombstoneFrom = (fields: Fields): ExportedTombstone => ({
  session: fields.session('session'),
  key: fields.name('key'),
  number: fields.numberOrNull('number'),
  startedAt: fields.timeOrNull('startedAt'),
  endedAt: fields.timeOrNull('endedAt'),
});

const REASONS = [
  'baton',
  'clear',
  'fork',
  'auto',
  'takeover',
] as const satisfies readonly LinkReason[];

function linkFrom(fields: Fields): ExportedLink {
  const upTo = fields.objectOrNull('upTo');
  return {
    successor: fields.session('successor'),
    predecessor: fields.session('predecessor'),
    upTo: upTo && {
      key: upTo.nameOrNull('key'),
      startedAt: upTo.time('startedAt'),
      number: upTo.number('number'),
    },
    why: fields.oneOf('why', REASONS),
    createdAt: fields.time('createdAt'),
  };
}
