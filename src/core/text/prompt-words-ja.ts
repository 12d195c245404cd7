import type { PromptWordText } from './prompt-words-en.ts';

/** @param tl how our command is typed in this host: `/tl`, in Codex `$tl` */
export const promptWordsJa = (tl: string): PromptWordText => ({
  written: ({ turns, note }) =>
    `Throughline: ${turns}ターンを引き継ぎます。1時間以内に始めるこのディレクトリの次のセッション、またはここでの /clear の後に渡します。` +
    (note ? `${tl} の後の文は保存されないので、引き継ぎ先で伝えてください。` : ''),
  nothingStored: () =>
    `Throughline: このセッションはまだ何も保存されていません。最初の回答の後にもう一度 ${tl} を入力してください。`,
  fresh: ({ dropped }) =>
    dropped
      ? 'Throughline: 前の会話の引き継ぎを取りやめました。保存された記憶は残ります。エージェントにすでに渡した分は、次の /clear まで会話の中に残ります。'
      : 'Throughline: 取りやめる引き継ぎはありません。このセッションはすでに白紙から始まっています。',
  off: () =>
    `Throughline: 今後このセッションの内容は保存せず、引き継がず、記憶も渡しません。${tl} on で元に戻ります。/clear で始まる別のセッションには及びません。`,
  on: () => 'Throughline: このセッションの保存を再開します。',
  forgotten: ({ turns }) =>
    turns === 0
      ? 'Throughline: このセッションは何も保存されていないため、消すものはありません。'
      : `Throughline: このセッションの${turns}ターンを完全に削除しました。`,
  unknown: ({ text }) =>
    `Throughline: 何もしていません。「${tl} ${text}」というコマンドはありません。使えるもの: ${tl}（引き継ぎ）、${tl} fresh、${tl} off、${tl} on、${tl} forget、${tl} status`,
  unavailable: () =>
    'Throughline: 記憶に今アクセスできないため、何もしていません。少し待ってからもう一度お試しください。',
  status: ({ stored, remembered, session, off }) =>
    `Throughline: このセッションの保存${stored}ターン、以前からの記憶${remembered - stored}ターン、セッション ${session}${off ? '（オフ）' : ''}`,
});
