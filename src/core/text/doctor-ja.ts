import type { DoctorText } from './doctor-en.ts';

const elsewhere =
  '--data-dir か THROUGHLINE_HOME で、ローカルディスク上のディレクトリを指定してください';

export const doctorJa: DoctorText = {
  states: { ok: '正常', warning: '注意', failed: '異常', skipped: '対象外' },
  line: (text, todo) => `${text.replace(/。$/, '')}。対処: ${todo}`,

  noDirectory: (path) => `${path} はディレクトリではありません`,
  moveAway: `別の場所に移してください。または${elsewhere}`,
  notThereYet: (path) => `${path} はまだありません`,
  firstHookMakesIt: '不要（最初のフックが作ります）',
  cannotBeMade: (path, why) => `${path} がなく、作れません（${why}）`,
  letWrite:
    'このユーザーが書き込めるようにするか、--data-dir か THROUGHLINE_HOME で別のディレクトリを指定してください',
  writable: '書き込めます',
  foreignOwner: (path, owner, user) =>
    `${path} の所有者はユーザー ${owner} で、実行しているのは ${user} です`,
  runAsOwner: '所有者として実行するか、--data-dir で別のディレクトリを指定してください',
  volumeStays: '他のユーザーが入らないボリュームなら不要（中のファイルを読めるのは本人だけです）',
  privateToYou: '読めるのは本人だけです',
  openToOthers: (first, more) =>
    `他のユーザーが ${first}${more > 0 ? ` ほか${more}件` : ''} に権限を持っています`,
  localDisk: (name) => (name === null ? 'ローカルディスク' : `${name}（ローカル）`),
  networkDisk: (name) => `ネットワークファイルシステム（${name}）にあります`,
  declaredExclusive: (text) => `${text}。専有と宣言済みで、他のマシンは使えません`,
  elsewhere,
  free: (size) => `空き ${size}`,
  makeRoom: 'そのディスクの空きを増やしてください',
  lockedBy: (protocol) => (protocol === null ? 'まだ使われていません' : `ロック方式 ${protocol}`),
  foreignProtocol: (protocol) =>
    `別のシステムが独自の方式（${protocol}）でこのディレクトリをロックしています`,
  oneForEachSystem: `システムごとに別の場所が必要です。${elsewhere}`,

  noMemory: '記憶はまだありません',
  emptyMemory: (path) => `${path} は空です`,
  memory: ({ schema, sessions, turns, size }) =>
    `スキーマ ${schema}、${sessions}セッション、${turns}ターン、${size}`,
  hooksKeepTurns: '不要（その間のターンはフックが保持します）',
  nextTurnRepairs: '不要（次のターンの終わりに修復されます）',
  sound: '全ページを読み、異常はありません',
  repairedFromCopy: '不要（コピーと会話の記録から修復されます）',
  unchecked: (why) => `検査できません: ${why}`,
  lastCopy: (ago, path) => `最後のコピーは${ago} (${path})`,
  newCopyAtStart: '不要（セッションの開始時に新しく作られます）',
  noCopy: 'コピーはまだありません（最初のものはセッションの開始時に作られます）',
  damaged: ({ ago, problem, state, from }) => {
    const source = from === null ? '新しく作り直し' : `${from} を復元し`;
    const progress = {
      restoring: '復元中です',
      rereading: `${source}、会話の記録を読み直しています`,
      done: `${source}、会話の記録を読み直しました`,
    }[state];
    const missing =
      from === null
        ? '会話の記録が残っていないターンと、セッションのつながりが欠けている可能性があります'
        : 'そのコピーより新しく、会話の記録にもないものは欠けている可能性があります';
    return `${ago}に記憶が破損しました（${problem}）。${progress}。${missing}`;
  },
  deleteKept: (path) =>
    `不要。${path} は要らなくなったら削除してください（その後に消した内容が残っている可能性があります）`,

  noLockToBreak: '解除するロックはありません',
  lockBroken: (pid, host) => `${host} のプロセス ${pid} のロックを解除しました`,
  lockGone: (pid, host) => `${host} のプロセス ${pid} のロックはすでにありません`,
  lockFree: '空いています',
  lockLeft: (pid) => `終了したプロセス ${pid} が残したものです。次に書き込む側が引き取ります`,
  lockHeld: (pid, span) => `プロセス ${pid} が${span}間保持しています`,
  seeWhatItDoes: 'そのプロセスが何をしているか確認してください',
  lockElsewhere: (pid, host, span) =>
    `別のコンテナーかマシン ${host} のプロセス ${pid} が${span}間保持しています`,
  unlock:
    'それがもうなければ doctor --unlock。このディレクトリを同時に使うコンテナーが一つだけなら config exclusive true',
  nothingWaits: '保存待ちはありません',
  waiting: (events, span) => `保存待ちが${events}件、最も古いものは${span}前から待っています`,
  nextTurnStores: '続かなければ不要（次のターンの終わりに保存されます）',
  seeOtherLines: '他の行を確認してください',
  nothingToBeDone: '作業はありません',
  maintained: (pid, span) => `プロセス ${pid} が${span}前から作業中です`,
  notMaintained: (ago) => `${ago}に必要になり、まだ行われていません`,
  nextHookStarts: '不要（次のフックが始めます）',
  noFailures: 'この一日はありません',
  failures: (list) =>
    `この一日: ${list.map(({ code, count, ago }) => `${code}（計${count}件、最後は${ago}）`).join('、')}`,
  lookInto: (path) => `${path} を確認してください`,
  noneLeft: '強制終了されたウィンドウが残したターンはありません',
  left: (turns) => `強制終了されたウィンドウが${turns}ターンを残しました`,
  nextSessionStores: '不要（そのプロジェクトのセッションの開始時に保存されます）',
};
