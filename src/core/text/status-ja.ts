import type { StatusText } from './status-en.ts';

const GIVEN = {
  continue: '記憶',
  index: '案内',
  reminder: 'リマインダー',
  off: 'なし',
} as const;

export const statusJa: StatusText = {
  noMemory: (path) => `記憶: まだありません (${path})`,
  memory: ({ turns, sessions, size, integrity, path }) =>
    `記憶: ${sessions}セッションの${turns}ターン、${size}、${integrity === null ? '未検査' : `検査結果 ${integrity}`} (${path})`,
  damaged: (when, from) =>
    `記憶の破損（${when}）: ${from === null ? '新しく作り直し' : `${from} を復元し`}、会話の記録を読み直しています（詳しくは doctor）`,
  damagedKept: (path) => `破損したファイルは残してあります: ${path}`,
  noProject: 'プロジェクト: なし（作業ディレクトリが削除されています）',
  project: (root, sessions) =>
    `プロジェクト: ${root}、${sessions === 0 ? '保存はまだありません' : `${sessions}セッション`}`,
  spool: (events) => `保存待ち: ${events}件`,
  lock: (owner) => `ロック: ${owner === null ? '不明なプロセス' : `プロセス ${owner}`} が保持`,
  given: (clear, start, compaction) =>
    `セッションに渡すもの: /clear のあとは${GIVEN[clear]}、新規開始時は${GIVEN[start]}、圧縮のあとは${GIVEN[compaction]}（config で変更）`,
  nothingRegistered: (command) =>
    `どこにも登録されていないため、何も保存されません。登録するには: ${command}`,
  noFailures: '失敗: なし',
  failures: '失敗:',
  failure: (code, count, when) => `${code}: ${count}件、最後は ${when}`,
  justNow: 'たった今',
  minutesAgo: (minutes) => `${minutes}分前`,
  host: (host, facts) => `${host}: ${facts.join('、')}`,
  notFound: '見つかりません',
  notRegistered: '未登録',
  registeredInPart: '一部だけ登録',
  registered: '登録済み',
  notRun: 'ただしホストがフックを実行しません',
  captureOnly: 'Node 版と並行中のため保存のみ（install --replace-original で解消）',
  turnsIn: (turns, sessions) => `${sessions}セッションの${turns}ターン`,
  lastStored: (when) => `最後の保存 ${when}`,
  lastGiven: (arrived, when, what) =>
    `${arrived ? '最後に渡した内容' : '最後に渡そうとした内容'} ${when}（${what}）`,
  missingEvents: (events, missing) =>
    `登録されているのは ${events.join(', ')} だけで、${missing.join(', ')} がありません。install で追加されます`,
  silencing: (fault) => `${fault}。install で Throughline の行を取り除けます`,
  disabledBy: (host, setting, file) =>
    `${file} に ${setting} が設定されているため、${host} はフックを実行しません`,
  memoryElsewhere: (directory) =>
    `このフックの記憶は、ここに示す場所ではなく ${directory} にあります`,
};
