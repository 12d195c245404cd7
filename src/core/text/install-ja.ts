import type { SettingsFault } from '../settings-fault.ts';
import type { Holding, InstallText } from './install-en.ts';
import { fileFaultJa, refusalJa } from './refusal-ja.ts';

const HOLDINGS: Readonly<Record<Holding, string>> = {
  everything: '記憶のすべてと実行ファイル',
  memory: '記憶のすべて',
  program: '実行ファイル',
  rest: '記憶以外の Throughline のファイル',
};

function faultJa(host: string, { kind, key }: SettingsFault): string {
  const name = `"${key ?? ''}"`;
  switch (kind) {
    case 'comments':
      return 'コメントか末尾のカンマがあります';
    case 'mark':
      return 'バイト順マークで始まっています';
    case 'unknown':
      return `${name} は ${host} が知らないキーです`;
    case 'twice':
      return `${name} が二度あります`;
    case 'missing':
      return `${name} がありません`;
    case 'hook':
      return `${name} は ${host} が知らない種類のフックです`;
    case 'escape':
      return `${name} に文字の半分だけ（対になっていない \\ud800～\\udfff）があります`;
    default:
      return `${name} が${EXPECTED[kind]}ではありません`;
  }
}

const EXPECTED = {
  text: '文字列',
  whole: '数字だけで書いた 0 以上の整数',
  boolean: ' true か false ',
  list: 'リスト',
  object: 'オブジェクト',
  number: '範囲内の数',
} as const;

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
  keptBefore: (command) => `前の実行ファイルは残してあります。戻すには: ${command}`,
  closed: (directory) =>
    `${directory} には他のユーザーの権限がありましたが、外しました。今は本人だけのものです (0700)。`,
  next: ({ hosts, clear, words, status, import: bringIn, uninstall, notes }) =>
    [
      '次にすること:',
      `  1. ${hosts.join('、')} の新しいセッションを開いてください（起動中のセッションはフックをまだ知らないことがあります）。`,
      `  2. いつもどおり使ってください。${clear.length === 0 ? '' : `${clear.length < hosts.length ? `${clear.join('、')} では ` : ''}/clear のあと、新しい会話は前の会話の記憶を受け取ります。`}`,
      `     あとで開くセッションに引き継ぐときは ${words.join(' または ')} を入力します。`,
      `  3. 動作の確認: ${status}`,
      `  4. これまでの会話も記憶に取り込むには: ${bringIn}`,
      ...notes.map((note, index) => `  ${index + 5}. ${note}`),
      `元に戻すには: ${uninstall}`,
    ].join('\n'),
  notes: {
    recallAllowed: (hosts, command) =>
      `${hosts.join('、')} のエージェントは、ほかのプロジェクトのものも含め、確認なしで過去の会話を検索・参照できます（確認や拒否を求めるあなた自身の規則が優先します）。やめるには: ${command}`,
    recallNotAllowed: (host, { file, rules }) =>
      rules.length === 0 || file === ''
        ? `${host} には、ここでこのコマンドに合う規則がないため（実行ファイルのパスに引用符が必要か、設定がチーム全体のもの）、何も許可していません。`
        : `${host} への許可は書き込めませんでした。${file} がないか、規則を加えられません。自分で加えるには: ${rules.join(', ')}`,
    recallSilences: (host, file, taken) =>
      `${host} は permission.allow があると ${file} の permission.rules を無視します。${taken ? 'Throughline の行は取り除きました。' : ''}そこでは何も許可していません。`,
    recallStays: (host, file) =>
      `${host} のエージェントは引き続き確認なしに参照できます。${file} のその行はご自身のものなので残しました。`,
    recallAsks: (hosts, command) =>
      `エージェントが過去の会話を検索・参照（search、recall、detail）する前に、${hosts.join('、')} は確認を求めることがあります。今後ずっと許可するには: ${command}`,
    review: (host) =>
      `${host} は、許可されていないフックを実行せず、次の起動時に確認します。フックの確認を選び（または /hooks と入力し）、Throughline のフックがある各イベントを Enter で開き、コマンドが throughline-bin の行に移動して t を押してください（最初の一覧での t と「すべて信頼」は、ほかのフックもすべて信頼します）。$tl は Enter を2回押します。1回目は候補の選択です。`,
    turnedOff: (host) =>
      `${host} は、無効にされた Throughline のフックを実行しません。そこで /hooks と入力し、イベントを Enter で開き、スペースキーで有効にしてください。`,
    folderTrust: (host) =>
      `${host} がプロジェクトのフックを実行するのは、信頼されたフォルダーだけです。そこで /hooks-trust と入力してください。`,
    shared: (host, others) =>
      `${host} は ${others.join('、')} の設定にあるフックも（無効にしていなければ）実行します。そこではこのフックはすぐに終わるので、二重に保存したり知らせたりすることはありません。`,
  },
  projectFiles: 'これらのファイルにはこのマシンのパスが入っています。コミットしないでください。',
  notFound: (hosts) =>
    `見つかりませんでした: ${hosts.join('、')}。それでも登録するには --host に名前を付けて指定してください。`,
  noProjectSettings: (hosts) =>
    `プロジェクト用の個人設定がありません: ${hosts.join('、')}。これらには --project を付けずに実行してください。`,
  failed: (host, reason) => `${host} はそのままです。${reason}`,
  originalPresent: (hosts, command) =>
    `${hosts.join('、')} には Node 版 Throughline のフックも登録されています。登録されている間、こちらはターンの保存だけを行い、記憶を渡しません。外すには: ${command}`,
  hooksDisabled: (host, setting, file) =>
    `${file} に ${setting} が設定されています。外すまで ${host} はフックを一切実行しません。`,
  fault: faultJa,
  ignoredFile: (host, file, fault) =>
    `${host} は ${file} を丸ごと無視するため、Throughline のフックも実行されません。理由: ${faultJa(host, fault)}。直してください。`,
  settingsProblem: (host, problem) => `${host} の設定が使えません: ${fileFaultJa(problem)}`,
  fileFault: fileFaultJa,
  refusal: refusalJa,
  keptFile: (file) =>
    `${file} は Throughline のものではないか、誰かが変更したため、そのままにしました。`,
  stays: ({ directory, holding, purge }) =>
    `${directory} には${HOLDINGS[holding]}が残っています。すべて削除するには: ${purge}`,
  purgeContents: ({ directory, holding, names }) =>
    `${directory} には${HOLDINGS[holding]}があります: ${names.join(', ')}`,
  purgeQuestion: 'すべてを完全に削除しますか？ [y/N] ',
  purged: (directory) => `削除しました: ${directory}`,
  purgedOf: ({ directory, names }) => `${directory} から削除しました: ${names.join(', ')}`,
  purgeLeft: ({ directory, names }) =>
    `${directory} には Throughline 以外のファイルもあり、そのままにしました: ${names.join(', ')}`,
  nothingToPurge: (directory) => `${directory} に Throughline のものはありません。`,
  stillRegistered: (files) =>
    `フックがまだ登録されています: ${files.join(', ')}。先にその場所で uninstall --project を実行してください。`,
  leftRegistered: (files) =>
    `フックは ${files.join(', ')} に登録されたままです。外すには、その場所で uninstall --project を実行してください。`,
  stillRegisteredWith: (hosts, files) =>
    `フックがまだ ${hosts.join('、')} に登録されています (${files.join(', ')})。先に --host と --project を付けずに uninstall を実行してください。`,
  purgeRefused: '何も削除・変更していません。すべてを完全に削除するには --yes を付けてください。',
  purgeBlocked: (directory) =>
    `${directory} をすべて削除できません。使用中のものを閉じてから、もう一度実行してください。`,
  silencing: (host, file) =>
    `${file} の permission.allow にある Throughline の行が permission.rules を無効にしています（${host} は一方だけを使います）`,
  hostUnknown: (host, known) =>
    `ホスト "${host}" は使えません。使えるのは ${known.join('、')} です。`,
  hostNotFound: (places, command) =>
    `コーディングエージェントが見つかりません: ${places.join('、')}。後から入れるものに登録するには、--host で名前を指定してください: ${command}`,
  noWords: (word) => `このコマンドに引数 "${word}" は使えません。--help を参照してください。`,
};
