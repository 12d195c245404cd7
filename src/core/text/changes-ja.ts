import type { ChangesText } from './changes-en.ts';
import { beforeParticle } from './facts-ja.ts';

export const changesJa: ChangesText = {
  taken: ({ sessions, turns, from, to }, isDone) =>
    `${from} の${sessions}セッション（${turns}ターン）を ${to} に${isDone ? '移しました' : '移す予定です'}。`,
  givenBack: ({ sessions, turns, from, to }, isDone) =>
    `${from} の${sessions}セッション（${turns}ターン）を ${to} に${isDone ? '戻しました' : '戻す予定です'}。`,
  toGiveBack: (command) => `元に戻すには、ここで: ${command}`,

  everyProject: 'すべてのプロジェクト',
  whatGoes: ({ turns, details, size, where, before, copies }) =>
    `${beforeParticle(where)}の ${before} より前の${turns}ターンから詳細${details}件（${size}）。${copies === 0 ? '' : `それを含む記憶のコピー${copies}個も削除し、新しいコピーを作ります。`}`,
  question: (what) => `削除するもの: ${what}\n完全に削除しますか？ [y/N] `,
  unconfirmed: (what) =>
    `削除の対象: ${what}何も削除していません。実行するには --yes を付けてください。`,
  notDropped: '何も削除していません。',
  nothingToDrop: (where, before) =>
    `${beforeParticle(where)}の ${before} より前に、削除できる詳細はありません。`,
  dropped: ({ turns, details, size }, isDone) =>
    `${turns}ターンの詳細${details}件（${size}）を${isDone ? '削除しました' : '削除する予定です'}。`,
  smaller: (now, before) => `記憶の大きさは ${before} から ${now} になりました。`,
  notSmaller: (size, why) => `記憶の大きさは ${size} のままです。今は小さくできません: ${why}`,
  usedAgain:
    '空いた場所は新しいターンに使われます。次に prune が何かを削除するときに、ディスクに返されます。',
};
