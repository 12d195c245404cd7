/** A turn as it may be said in a working day, and what its user may ask for weeks later. */
export interface AskedTurn {
  readonly request: string;
  readonly answer: string;
  readonly questions: readonly string[];
}

export const english: readonly AskedTurn[] = [
  {
    request: 'The login page shows a blank screen after the OAuth redirect, please have a look.',
    answer:
      'The callback read `state` from sessionStorage before the provider had written it. It now waits for `authReady` in src/auth/callback.ts; the blank screen is gone.',
    questions: ['why was the login screen blank after oauth', 'authReady'],
  },
  {
    request: 'Cut the time the nightly backup takes. It runs for three hours.',
    answer:
      'Most of it was gzip -9 on one core. With zstd at level 3 and four threads the dump is done in 22 minutes, and the file is 4 % larger.',
    questions: ['how did we speed up the nightly backups', 'compress the dump with zstd'],
  },
  {
    request: 'Users in Turkey cannot save their profile.',
    answer:
      '`toLowerCase()` without a locale made a dotless i of their user names, so the unique key did not match. Keys are now lowered with the invariant locale, and 14 broken rows were repaired by a migration.',
    questions: ['turkish users saving profiles', 'dotless i problem'],
  },
  {
    request: 'Rename the branch policy: nobody may push to main directly any more.',
    answer:
      'Main is protected: two reviews, linear history, no force push. The release bot keeps an exception for tags.',
    questions: ['who can push to the main branch', 'branch protection reviews'],
  },
  {
    request: 'The worker keeps dying with exit code 137 on staging.',
    answer:
      'That is the out-of-memory killer: the image limit was 512 MB and sharp needs 700 MB for the large pictures. I raised the limit to 1 GB and set the concurrency of sharp to 2.',
    questions: ['exit code 137', 'worker killed because it ran out of memory'],
  },
  {
    request: 'Which date format do we use in the CSV export?',
    answer:
      'ISO 8601 in UTC. Accounting asked for DD.MM.YYYY once; that is a separate report so that nothing parses dates twice.',
    questions: ['date format for csv exports', 'what did accounting want for dates'],
  },
  {
    request: 'Make the search box wait a bit before it asks the server.',
    answer:
      'Typing is debounced by 250 ms and an older request is aborted with an AbortController, so results no longer arrive out of order.',
    questions: ['debouncing the search box', 'results arriving out of order'],
  },
  {
    request: 'TypeError: Cannot destructure property "rows" of undefined, in reports/monthly.js:88',
    answer:
      'The query returned nothing for a month without sales. `monthly()` gives an empty report now instead of failing.',
    questions: ['monthly.js', 'Cannot destructure property'],
  },
  {
    request: 'Should we take Redis or Postgres for the job queue?',
    answer:
      'Postgres: SKIP LOCKED is enough for 40 jobs a second, and it is one thing less to operate. We look again when there are more than 500 jobs a second.',
    questions: ['did we choose redis for the queue', 'why postgres for background jobs'],
  },
  {
    request: 'Write the e-mail to customers about the price change.',
    answer:
      'Draft: prices rise by 8 % from 1 March, annual plans stay as they are until they are renewed. Legal wants the sentence about cancelling within 30 days to stay.',
    questions: ['price increase mail to customers', 'what did legal say about cancellation'],
  },
  {
    request: 'Upgrade the project to Node 22 and tell me what breaks.',
    answer:
      'Two things: `punycode` warns at start (it came with an old whatwg-url), and the tests relied on the order of `fs.readdir`. Both are fixed; the Docker image is node:22-slim.',
    questions: ['what broke when upgrading node', 'punycode warning'],
  },
  {
    request: 'The flaky test again: checkout.spec fails one time in ten.',
    answer:
      'It compared a price before the currency rates were loaded. It waits for the rates now; 200 runs in a row were green.',
    questions: ['flaky checkout test', 'currency rates not loaded yet'],
  },
  {
    request: 'Add dark mode, but only if it follows the system.',
    answer:
      'Colours are CSS variables now and follow `prefers-color-scheme`. There is no switch, as you said.',
    questions: ['dark mode', 'theme colors following the system setting'],
  },
  {
    request: 'How do we rotate the signing keys?',
    answer:
      'Twice a year: add the new key to the JWKS, wait for a day, sign with it, remove the old one after 48 hours. The runbook is docs/runbooks/rotate-keys.md.',
    questions: ['runbook for key rotation', 'jwks'],
  },
];

export const japanese: readonly AskedTurn[] = [
  {
    request: 'ログイン後に画面が真っ白になる不具合を調べてください。',
    answer:
      '原因は認証トークンの有効期限切れを握りつぶしていたことでした。期限が切れたら再ログインへ移動するように直しました。',
    questions: ['ログインしたら真っ白になった件の原因は？', 'トークンの期限切れ'],
  },
  {
    request: '設定ファイルの読み込みが遅いので速くしたい。',
    answer:
      '起動のたびに YAML を三回解析していました。結果をキャッシュして、起動時間は 1.8 秒から 0.4 秒になりました。',
    questions: ['読み込み', '起動時間を短くした方法', '設定'],
  },
  {
    request: '請求書の消費税の端数はどう処理していますか。',
    answer:
      '行ごとではなく合計に対して切り捨てです。経理と合意済みで、docs/billing.md に書いてあります。',
    questions: ['消費税の端数処理はどうなっていますか', '経理と合意したのは何？'],
  },
  {
    request: '本番のデータベースを移行する手順をまとめて。',
    answer:
      '手順: 読み取り専用にする、複製の遅延が零になるのを待つ、接続先を切り替える、古い側を一週間残す。停止時間は五分の見込みです。',
    questions: ['データベース移行の手順', '停止時間はどれくらいの見込みだった？'],
  },
  {
    request: '検索で日本語の二文字の単語が出てこない。',
    answer:
      '三文字単位の索引だったためです。二文字ずつの索引に変えたので「検索」や「設定」でも見つかります。',
    questions: ['検索で二文字の言葉が見つからない問題', '索引'],
  },
  {
    request: '画像のアップロードが大きいファイルで失敗します。',
    answer:
      'nginx の client_max_body_size が 1 MB のままでした。20 MB に上げ、超えた場合は分かりやすい文面を返します。',
    questions: ['大きい画像がアップロードできない', 'client_max_body_size'],
  },
  {
    request: '夜間バッチが二重に動いているようです。',
    answer:
      'サーバーが二台になったのに排他が無かったためです。ロック用の表を追加し、先に取った側だけが処理します。',
    questions: ['夜間バッチの二重起動', '排他制御を入れた理由'],
  },
  {
    request: '退会したユーザーの個人情報はいつ消えますか。',
    answer: '退会から三十日後に匿名化します。ログは九十日で削除されます。法務の指示どおりです。',
    questions: ['個人情報の削除はいつ', '退会した人のログの保存期間'],
  },
  {
    request: 'メールが迷惑メールに入ると苦情が来ました。',
    answer:
      'SPF に新しい送信サーバーが入っていませんでした。SPF と DKIM を直し、DMARC は監視のみで始めています。',
    questions: ['迷惑メールに振り分けられる件', 'DKIM の設定'],
  },
  {
    request: 'テストが CI でだけ落ちるのはなぜ？',
    answer:
      'タイムゾーンが UTC だったからです。日付を比べるテストは時間帯を固定するようにしました。',
    questions: ['CI だけで失敗するテスト', 'タイムゾーン'],
  },
  {
    request: '在庫がマイナスになることがあるらしい。',
    answer:
      '同時に注文が入ると、確認と引き当ての間に隙がありました。更新を条件付きの一文にして解消しました。',
    questions: ['在庫がマイナスになる不具合', '同時注文の競合をどう直したか'],
  },
  {
    request: '新しい人向けに開発環境の準備を文書にしてください。',
    answer:
      'docs/setup.md を作りました。Docker と mise だけで動きます。証明書は mkcert で作ります。',
    questions: ['開発環境の準備の文書', 'mkcert'],
  },
  {
    request: 'グラフの色が色覚の違いで見分けにくいと言われました。',
    answer: '配色を Okabe-Ito に替え、線の種類も変えました。凡例は文字でも区別できます。',
    questions: ['グラフの配色', '色が見分けにくいという指摘への対応'],
  },
  {
    request: 'リリースの頻度を上げたい。何が妨げですか。',
    answer:
      '手作業の確認が二日かかっています。自動化できるのは七割で、残りは毎週水曜にまとめることを提案します。',
    questions: ['リリースを増やす妨げは何か', '手作業の確認'],
  },
];

/** Latin words that are written without a blank beside Japanese, Chinese and Korean. */
export const glued: readonly AskedTurn[] = [
  {
    request: '会員向けAPIのURLにIDが丸見えなので直して。',
    answer: '公開用のUUIDに置き換え、古いURLは301で転送します。',
    questions: ['UUID', 'URLにIDが見えていた件'],
  },
  {
    request: '帳票PDFで丸数字だけ豆腐になります。',
    answer: '埋め込むフォントのTTFに字形がありませんでした。OTFに替えて解決です。',
    questions: ['PDF', '"OTF"'],
  },
  {
    request: '社内VPNからだとDNSが引けない。',
    answer: '分割トンネルの設定で社内のDNSだけ外れていました。MTUも1400に下げています。',
    questions: ['VPN', 'MTUを下げた理由'],
  },
  {
    request: '用Go重写的网关有时返回502。',
    answer: '上游的TCP连接被提前关闭,现在用Nginx的keepalive保持连接。',
    questions: ['Go', '"TCP"'],
  },
  {
    request: '결제SDK를 올린 뒤 iOS에서만 앱이 죽습니다.',
    answer: '새SDK가 iOS16의 API를 불렀습니다. 버전을 확인한 다음에만 부릅니다.',
    questions: ['SDK', 'ios 결제'],
  },
];

/** Of the recorded conversation in `test/fixtures/demo`: what is asked, and words its turn's request has. */
export const recorded: readonly (readonly [question: string, request: string])[] = [
  ['why were day passes refused on sunday', 'Support sends this'],
  ['Chicago daylight saving pass ended an hour early', 'Support sends this'],
  ['Clark & Lake', 'Support sends this'],
  ['fix without a date library', "station's time zone"],
  ['did we ever promise 24 hours', 'We never promised'],
  ['buying a pass at 2:30 when clocks go forward', 'And in spring'],
  ['be generous to riders rule', 'Be generous'],
  ['steps for week passes', 'Next are week passes'],
];

const SUBJECTS_EN =
  'login,backup,profile,branch,worker,export,search,report,queue,mail,upgrade,test,theme,key,server,price,date,memory,index,page'.split(
    ',',
  );
const ACTIONS_EN = 'check,move,rename,review,document,clean up,measure,list,describe,split'.split(
  ',',
);
const SUBJECTS_JA =
  'ログイン,設定,請求書,データベース,画像,バッチ,ユーザー,メール,テスト,在庫,環境,グラフ,リリース,画面,原因,手順,サーバー,検索'.split(
    ',',
  );
const ACTIONS_JA =
  'を確認,を整理,の一覧を作成,を説明,を測定,の名前を変更,を分割,の文書を更新'.split(',');

/** Turns about the same things in other words, so that a single word is not enough to tell them apart. */
export function distractors(
  count: number,
  pick: (below: number) => number,
): readonly Omit<AskedTurn, 'questions'>[] {
  const of = (words: readonly string[]): string => words[pick(words.length)] ?? '';
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? {
          request: `Please ${of(ACTIONS_EN)} the ${of(SUBJECTS_EN)} and the ${of(SUBJECTS_EN)} of module ${index}.`,
          answer: `I looked at the ${of(SUBJECTS_EN)} and could ${of(ACTIONS_EN)} it; the ${of(SUBJECTS_EN)} stays as it was, and the ${of(SUBJECTS_EN)} was not touched.`,
        }
      : {
          request: `${of(SUBJECTS_JA)}と${of(SUBJECTS_JA)}${of(ACTIONS_JA)}してください。`,
          answer: `${of(SUBJECTS_JA)}${of(ACTIONS_JA)}しました。${of(SUBJECTS_JA)}はそのままで、${of(SUBJECTS_JA)}の${of(SUBJECTS_JA)}は次に見ます。`,
        },
  );
}
