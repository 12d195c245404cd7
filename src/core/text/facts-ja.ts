import type { DeliveryKind } from '../delivery.ts';
import type { FactsText, WaitingHooks } from './facts-en.ts';

const RECEIVED = { whole: '全文が届いた', cut: '一部だけ届いた', dropped: '届いていない' } as const;

const TRUST: Readonly<Record<WaitingHooks['trust'], string>> = {
  trusted: '信頼済み',
  untrusted: '未信頼',
  changed: '信頼後に変更',
  disabled: '無効',
};

const LIKENESS = {
  'same-directory': '移動または改名された同じディレクトリ',
  'same-number': 'おそらく移動または改名された同じディレクトリ',
  'same-name': '同名だが今はないディレクトリ',
} as const;

const KINDS: Readonly<Record<DeliveryKind, string>> = {
  memory: '記憶',
  index: '案内',
  reminder: 'リマインダー',
};

const HELD: Readonly<Record<DeliveryKind, (count: number) => string>> = {
  memory: (turns) => `${turns}ターン`,
  index: (sessions) => `${sessions}セッションの案内`,
  reminder: (turns) => `${turns}ターンのリマインダー`,
};

const ANY_PROJECT = 'すべてのプロジェクト';
const THIS_PROJECT = 'このプロジェクト';

/** What stands before a particle: a blank is set only behind paths, ids and other words that are not ours. */
export const beforeParticle = (named: string): string =>
  named === ANY_PROJECT || named === THIS_PROJECT ? named : `${named} `;

export const factsJa: FactsText = {
  turns: (count) => `${count}ターン`,
  sessions: (count) => `${count}セッション`,
  finishedTurns: (count) => `完了した${count}ターン`,
  anyProject: ANY_PROJECT,
  thisProject: THIS_PROJECT,
  nothingStored: (of) => `${beforeParticle(of)}について保存されているものはありません。`,
  soNothingIsStored: (why) => `${why}。そのため何も保存されません`,
  withTodo: (text, todo) => `${text}。対処: ${todo}`,
  span(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 120) return `${seconds}秒`;
    if (seconds < 7200) return `${Math.round(seconds / 60)}分`;
    return seconds < 172_800
      ? `${Math.round(seconds / 3600)}時間`
      : `${Math.round(seconds / 86_400)}日`;
  },
  ago: (span) => `${span}前`,
  delivery({ kind, pages, turns, characters, received }) {
    const length = `${characters.toLocaleString('en-US')}文字`;
    return [
      HELD[kind](turns),
      pages === 1 ? length : `${length}（${pages}ページ）`,
      ...(received === null ? [] : [RECEIVED[received]]),
    ].join('、');
  },
  deliveryFault: (host, kind, received) =>
    received === 'cut'
      ? {
          text: `${host} は前回の${KINDS[kind]}の一部しかモデルに渡していません`,
          todo: `${host} がフックの時間切れを知らせていないか、status がデータベースの混雑を数えていないかを確認してください。どちらでもなければ、${host} が受け取る量が減った可能性があるので Throughline を更新してください。残りはエージェントが recall で読めます`,
        }
      : {
          text: `${host} は前回の${KINDS[kind]}をモデルに渡していません`,
          todo: `${host} がフックの時間切れや失敗を知らせていないか確認してください。保存済みの内容はエージェントが recall で読めます`,
        },
  notRun: (host, waiting) =>
    `${host} は ${waiting.map(({ trust, events }) => `${events.join(', ')}（${TRUST[trust]}）`).join('、')} を実行しません`,
  review(host, { isUnseen, isOff }) {
    const keys = [...(isUnseen ? ['t で信頼'] : []), ...(isOff ? ['スペースキーで有効に'] : [])];
    return `${host} を開いて /hooks と入力し、該当する各イベントを Enter で開き、コマンドが throughline-bin の行に移動して、${keys.join('、')}してください`;
  },
  cannotWrite(path, code) {
    if (code === 'ENOTDIR') return `${path} を作れません（パスの途中がディレクトリではない）`;
    if (code === 'EROFS') return `${path} は読み取り専用のファイルシステムにあります`;
    return `${path} にこのユーザーは書き込めません${code === 'EACCES' ? '' : ` (${code})`}`;
  },
  looksLike: (root, { sessions, why, command }) =>
    `以前は ${root}（${sessions}セッション）だったようです（${LIKENESS[why]}）。引き継ぐには: ${command}`,
  ignoresFile: (host, file, fault) => `${host} は ${file} を丸ごと無視します（${fault}）`,
};
