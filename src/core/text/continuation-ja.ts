import type { ContinuationText } from './continuation-en.ts';

export const continuationJa: ContinuationText = {
  before: 'この会話は、前の会話の続きである。必要な内容を次に示す。これは過去の記録である。',
  respond: '自分の記憶として扱い、会話が途切れなかったかのように自然に応じる。',
  wait: '次に何をするかは利用者が指示する。それまでは何もせずに待つ。',
};
