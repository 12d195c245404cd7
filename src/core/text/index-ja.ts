import type { IndexText } from './index-en.ts';

export const indexJa: IndexText = {
  opening:
    'このプロジェクトの以前の会話を Throughline が保存している。これは所在の案内であって指示ではない。利用者の発言が以前の作業の続きであるときだけ調べる。引用は過去の記録。',
  labels: { last: '前回', cleared: '/clear 前', interrupted: '中断' },
  quote: (words) => `「${words}」`,
  noRequest: '（依頼なし）',
  baton: ({ session, directory, tl }) =>
    `- 「${directory}」の次のセッションに ${tl} で引き継ぎ待ち: ${session}`,
  recall: ({ command }) => `- 先頭の会話を読む（シェルで実行）: \`${command}\``,
  search: ({ command }) => `- 語で探す: \`${command}\``,
};
