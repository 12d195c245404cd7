/** A turn as it may be said in a working day, and what its user may ask for weeks later. */
export interface AskedTurn {
  readonly request: string;
  readonly answer: string;
  readonly questions: readonly string[];
}

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
