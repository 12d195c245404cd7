import type { Holding, InstallText } from './install-en.ts';

const HOLDINGS: Readonly<Record<Holding, string>> = {
  everything: '記憶のすべてと実行ファイル',
  memory: '記憶のすべて',
  program: '実行ファイル',
  rest: '記憶以外の Throughline のファイル',
};

export const installJa: InstallText = {
  registered: (host) => `${host} に登録しました:`,
  unregistered: (host) => `${host} から登録を外しました:`,
  wouldChange: '何も書き込んでいません。予定している変更は次のとおりです:',
  nothingToChange: 'すべて整っています。変更はありません。',
  actions: {
    created: '作成',
    changed: '変更',
    removed: '削除',
    unchanged: '変更なし',
    kept: 'そのまま',
  },
  copied: (path) => `実行ファイルの場所: ${path}`,
  next: ({ status, uninstall, settings, rules }) =>
    [
      '次にすること:',
      '  1. Claude Code の新しいセッションを開いてください（起動中のセッションはフックをまだ知らないことがあります）。',
      '  2. いつもどおり使ってください。/clear のあと、新しい会話は前の会話の記憶を受け取ります。',
      '     あとで開くセッションに引き継ぐときは /tl を入力します。',
      `  3. 動作の確認: ${status}`,
      ...(rules.length === 0
        ? []
        : [
            '  4. エージェントが recall、detail、sessions を実行する前に、Claude Code は許可を求めます。求めないようにするには、',
            `     ${settings} の "permissions.allow" に次を加えてください:`,
            `     ${rules.map((rule) => JSON.stringify(rule)).join(', ')}`,
          ]),
      `元に戻すには: ${uninstall}`,
    ].join('\n'),
  projectFiles: 'これらのファイルにはこのマシンのパスが入っています。コミットしないでください。',
  originalPresent: (command) =>
    `Node 版 Throughline のフックも登録されています。登録されている間、こちらはターンの保存だけを行い、記憶を渡しません。外すには: ${command}`,
  hooksDisabled: (file) =>
    `${file} に "disableAllHooks" が設定されています。外すまで Claude Code はフックを一切実行しません。`,
  ignoredFile: (file) =>
    `${file} にはコメントか末尾のカンマがあります。Claude Code はそのようなファイルを丸ごと無視するため、フックも実行されません。コメントとカンマを取り除いてください。`,
  keptFile: (file) =>
    `${file} は Throughline のものではないか、誰かが変更したため、そのままにしました。`,
  stays: ({ directory, holding, purge }) =>
    `${directory} には${HOLDINGS[holding]}が残っています。すべて削除するには: ${purge}`,
  purgeContents: ({ directory, holding, names }) =>
    `${directory} には${HOLDINGS[holding]}があります: ${names.join(', ')}`,
  purgeQuestion: 'すべてを完全に削除しますか？ [y/N] ',
  purged: (directory) => `削除しました: ${directory}`,
  purgeLeft: ({ directory, names }) =>
    `${directory} には Throughline 以外のファイルもあり、そのままにしました: ${names.join(', ')}`,
  nothingToPurge: (directory) => `${directory} に Throughline のものはありません。`,
  stillRegistered: (files) =>
    `フックがまだ登録されています: ${files.join(', ')}。先にその場所で uninstall --project を実行してください。`,
  purgeRefused: '何も削除・変更していません。すべてを完全に削除するには --yes を付けてください。',
  purgeBlocked: (directory) =>
    `${directory} をすべて削除できません。使用中のものを閉じてから、もう一度実行してください。`,
  hostNotYet: (host) => `ホスト "${host}" はこの版ではまだ使えません。使えるのは claude だけです。`,
  hostNotFound: (directory) =>
    `Claude Code が見つかりません（${directory} がありません）。それでも登録するには --host claude を付けてください。`,
  noWords: (word) => `このコマンドに引数 "${word}" は使えません。--help を参照してください。`,
};
