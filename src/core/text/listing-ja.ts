import { beforeParticle } from './facts-ja.ts';
import type { ListingText } from './listing-en.ts';

export const listingJa: ListingText = {
  origin(why, from) {
    const of = from === null ? '' : `${from} `;
    switch (why) {
      case 'clear':
        return from === null ? '/clear のあと' : `${of}の /clear のあと`;
      case 'baton':
        return from === null ? '/tl で引き継ぎ' : `${of}から /tl で引き継ぎ`;
      case 'fork':
        return from === null ? '分岐' : `${of}から分岐`;
      case 'auto':
        return from === null ? '自動引き継ぎ' : `${of}から自動引き継ぎ`;
      case 'takeover':
        return from === null ? '続き' : `${of}の続き`;
      default:
        return why satisfies never;
    }
  },
  off: '停止中',

  nothingFound: (words, where, isOneProject) =>
    `${beforeParticle(where)}で ${words} は見つかりません。${isOneProject ? 'すべてのプロジェクトを探すには --all を付けてください。' : ''}`,
  questionCut: (characters, units) =>
    `（長いため、先頭の${characters}文字と、その中の語句${units}個だけで検索しました。）`,
  withoutIndex: (why, renewed) =>
    `（索引なしで検索しました。${why}。${renewed ? 'ターンが終わると裏で作り直されます。' : ''}）`,
  indexProblems: {
    damaged: '索引が破損しています',
    older: '索引は古いバージョンのものです',
    newer: '索引は新しいバージョンのものです',
    busy: '別のプロセスが索引を書き込み中でした',
    unreadable: '索引を読めません',
    foreign: '索引は別の記憶のものです',
  },
  behind: '（索引にないターンが多いため、その中では語を多く含む新しいものだけを読みました。）',

  nothingEarlier: (session, isNewest) =>
    `${session}${isNewest ? '（ここで最も新しいセッション。ほかは --session で指定）' : ''} について、これより前に保存されているものはありません。`,
  turn: (id) => `ターン #${id}`,
  states: {
    complete: '',
    provisional: '（仮）',
    interrupted: '（中断）',
    unverified: '（未確認）',
  },
  noAnswer: '（回答なし）',
  pruned: (when) => `（ツールの入出力は ${when} に削除されました。）`,
};
