import type { DoctorHostsText } from './doctor-hosts-en.ts';

const renewed = '不要（ターンが終わると裏で作り直されます）';

export const doctorHostsJa: DoctorHostsText = {
  notFound: (host) => `${host} は見つかりません`,
  notRegistered: (host) => `${host} に登録されていません`,
  repairFile: 'そのファイルを直してください',
  correctThat: 'そこを直してください',
  disabledBy: (setting, file) =>
    `${file} に ${setting} が設定されているため、フックは実行されません`,
  removeSetting: 'その設定を外してください',
  onlyRegistered: (events, host) => `${host} には ${events.join(', ')} だけが登録されています`,
  registered: (host, runsAlso) =>
    `${host} に登録済み${runsAlso.length === 0 ? '' : `。${host} は ${runsAlso.join('、')} に登録されたものも実行しますが、そこではすぐに終わります`}`,
  runsAll: (host) => `${host} はすべて実行します`,
  besideOriginal:
    'Node 版 Throughline も登録されているため、こちらは保存だけを行い、何も渡しません',
  replaceOriginal: 'install --replace-original で解消します',
  projectProgram: (path) => `${path} はこのプロジェクトのものなので、起動していません`,
  programMissing: (path) => `${path} がないため、フックは実行されません`,
  programFails: (path, why) => `${path} が起動しないため (${why})、フックは実行されません`,
  programAnswers: (path, version) => `${path} が応答しました (${version})`,
  otherVersion: (path, version, own) => `${path} は ${version}、こちらは ${own} です`,
  installNewer: '新しいほうで install を実行してください',

  projectsOnly: (host) => `${host} は一部のプロジェクトでだけフックを実行します`,
  mayWait: '足りないものは保存待ちにある可能性があります',
  captured: (host) => `${host} の最近完了したターンは、あれば保存されています`,
  notCaptured: (host, turns, newest) =>
    `フックが登録されているのに、${host} で完了した直近の${turns}ターンが保存されていません${newest === null ? '' : `（最後のものは${newest.ago}に終了、${newest.path}）`}`,
  restart: (title, host) =>
    `${title} を再起動し、他の行を確認してください。足りないものは import --host ${host} で保存できます`,
  given: (ago, what) => `${ago}に渡しました: ${what}`,
  notGiven: (fault, ago, what) => `${fault}（${ago}: ${what}）`,

  stored: (turns, session, off) =>
    `${session} の${turns}ターンが保存されています${off ? '（/tl off で停止中）' : ''}`,
  transcriptGone: (path) => `会話の記録がありません (${path ?? '場所は不明'})`,
  transcript: (path, read, bytes) =>
    `${path}、${bytes} バイト中 ${read === null ? '未読' : `${read} バイトまで読み込み済み`}`,
  nothingStored: (word) => `${word} について保存されているものはありません`,
  listed:
    '"sessions --all" で保存済みの一覧が出ます。そこにもなければ、フックが実行されているか確認してください',
  noneFinished: (word, path) =>
    `${word} について保存されているものはなく、完了したターンもまだありません (${path})`,
  finished: (word, turns, path) =>
    `${word} について保存されているものはありませんが、${path} には完了した${turns}ターンがあります`,
  importStores: (host) =>
    `フックが実行されているか確認してください。import --host ${host} で保存できます`,
  allThere: (turns) => `会話の記録にある${turns}ターンはすべて確認できました`,
  notAllThere: (missing, turns) =>
    `会話の記録にある${turns}ターンのうち${missing}ターンが保存されていません`,
  nextTurnStores: '不要（次のターンの終わりに保存されます）',

  renewed,
  inTime: '不要（ターンが終わると裏で行われます）',
  indexBusy: '別のプロセスが書き込み中です',
  indexUnreadable: (why) => `読めません (${why})`,
  removeIndex: (path) => `${path} を削除してください（作り直されます）`,
  noIndexYet: (turns) => `${turns}ターンの索引はまだありません`,
  noIndexNeeded: '不要です（記憶が小さいので、検索のたびにすべて読みます）',
  indexUnused: {
    damaged: (path, problem) => `${path} が破損しています（${problem}）。検索は本文を読みます`,
    older: (path) => `${path} は古いバージョンのものです。検索は本文を読みます`,
    newer: (path) => `${path} は新しいバージョンのものです。このバージョンの検索は本文を読みます`,
    directory: (path) => `${path} がディレクトリです。検索は本文を読みます`,
    other: (path) => `${path} は別のデータベースです。検索は本文を読みます`,
    foreign: (path) => `${path} は別の記憶のものです。検索は本文を読みます`,
  },
  useNewer: '新しい実行ファイルを使ってください',
  renamed: `${renewed}。そこにあるものは名前が変わります`,
  index: (path, size, behind, read) => {
    if (behind === 0) return `${path}、${size}、全ターンを収録`;
    const text = `${path}、${size}、未収録${behind}ターン`;
    return read === null
      ? `${text}（検索時に読みます）`
      : `${text}（検索時に読むのは${read}ターン）`;
  },
};
