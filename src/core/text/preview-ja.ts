import type { PreviewText } from './preview-en.ts';

const PARTS = {
  recall: '会話を読むコマンド',
  search: '検索のコマンド',
  older: '以前のターンのコマンド',
  detail: 'ツールの入出力を含むターンのコマンド',
  baton: '別のディレクトリでの引き継ぎ待ち',
  others: 'ほかのセッション',
} as const;

const UNITS = { characters: '文字', bytes: 'バイト' } as const;

export const previewJa: PreviewText = {
  nothingStored: (stored) => `${stored}次のセッションには何も渡しません。`,
  given: (host, beginning) => `${beginning}${host} に渡すもの`,
  beginnings: {
    clear: () => '/clear のあと、',
    baton: (word) => `${word} のあと、`,
    start: () => '新規開始時、',
    compact: () => '自動圧縮のあと、',
  },
  session: (id) => `セッション: ${id}`,
  size: (sizes, limit, unit, isOnPages) =>
    `大きさ: ${sizes} / ${limit}${UNITS[unit]}${isOnPages ? '（1ページあたり）' : ''}`,
  nothing: '何も渡しません。',
  places: {
    whole: '全文',
    cut: '途中を省略',
    'does-not-fit': '対象外: 入りきりません',
    older: '対象外: 入る範囲より前です',
  },
  characters: (count) => `${count}文字`,
  moreTurns: (count) => `ほかに以前の${count}ターン（対象外）`,

  switchedOff: 'そのセッションは停止中です（その中で "/tl on" と入力すると戻ります）。',
  unread:
    'そのセッションにはまだ保存されていないターンがあり、ここには出ていません。フックは渡す前にそれを読みます。',
  original:
    'このエージェントには Node 版 Throughline が登録されていて、そちらの記憶が渡されます。"install --replace-original" を実行するまで、これは渡されません。',
  waiting: (session) =>
    `このディレクトリで ${session} が引き継ぎ待ちです。ここでの次のセッションが受け取ります（"preview --as baton"）。`,
  setting: (key, value) => `設定 ${key} は ${value} です（"config ${key}"）。`,
  clearNotTold: (word) =>
    `このエージェントは /clear を知らせないため、新規開始になります。引き継ぐには ${word} を使います。`,
  noReminder: 'このエージェントには、自動圧縮のあとに何も伝えられません。',

  nothingToName: '案内するセッションはありません。',
  noRoom: (limit, unit) => `${limit}${UNITS[unit]}には入りきりません。`,
  noRoomForCommands: (characters) =>
    `コマンドは入りきりません。どのコマンドも${characters}文字のパスで始まるためです。`,
  omitted: (parts, characters) =>
    `入りきらないもの: ${parts.map((part) => PARTS[part]).join('、')}。${characters === null ? '' : `どのコマンドも${characters}文字のパスで始まるためです。`}`,
};
