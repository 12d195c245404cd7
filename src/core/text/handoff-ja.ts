import type { HandoffPlace, HandoffText } from './handoff-en.ts';

const where = ({ id, successor, remote, desktop }: HandoffPlace): string => {
  if (desktop === 'opened') return `続きはこちら: Claude Desktop で開いています(引き継ぎ ${id})。`;
  if (successor === null && desktop === 'wanted')
    return `引き継ぎ ${id}。後継の会話は、ターンが終わると Claude Desktop で開きます。それまでは \`claude agents\` に表示されます。`;
  const place =
    successor === null
      ? `引き継ぎ ${id}。後継の会話は \`claude agents\` に表示されます。`
      : `続きはこちら: claude attach ${successor}(引き継ぎ ${id})。`;
  return place + (remote ? 'claude.ai/code と Claude アプリでも見られます。' : '');
};

export const handoffJa: HandoffText = {
  requested: ({ id }) =>
    `Throughline: 圧縮を止めました。次の操作で、バックグラウンドの後継の会話が引き継ぎます(引き継ぎ ${id})。`,
  stopped: (handoff) =>
    handoff.successor === null
      ? `Throughline: この会話はもうすぐ満杯です。圧縮する代わりに、記憶ごとバックグラウンドの後継の会話に引き継ぎます。このツールはここでは実行していません。${where(handoff)}`
      : `Throughline: この会話はすでに引き継がれています。このツールはここでは実行していません。${where(handoff)}`,
  prompt: ({ kept, ...handoff }) =>
    `Throughline: この会話は満杯で、すでに引き継がれています。${
      kept
        ? '入力した内容は、依頼の一部として後継の会話に渡ります。'
        : '入力した内容は渡っていません。後継の会話で入力してください。'
    }${where(handoff)}`,
  instruction: `前の会話の途中の作業を続けてください。記憶と利用者の依頼は Throughline が注入しています。
そこに「実行していない」とあるツールはまだ実行されていないので、最初に呼び出してください。完了済みとあるものは繰り返さないでください。`,
};
