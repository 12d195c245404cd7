/** A conversation that is handed over, for whoever sits before it. */
export interface HandoffPlace {
  /** A UUID. */
  readonly id: string;
  /** What `claude attach` takes; null while it is not known. */
  readonly successor: string | null;
  /** The successor can also be seen on claude.ai/code and in the Claude app. */
  readonly remote: boolean;
  /** It is moved into Claude Desktop when its turn ends, or was. */
  readonly desktop: 'wanted' | 'opened' | null;
}

/** What a conversation says that goes on in another one. */
export interface HandoffText {
  /** The host's compaction was stopped. */
  readonly requested: (handoff: Pick<HandoffPlace, 'id'>) => string;
  /** A tool did not run. For user and model. */
  readonly stopped: (handoff: HandoffPlace) => string;
  /** A prompt was typed into a conversation whose context is full. `kept`: it goes to the successor. */
  readonly prompt: (handoff: HandoffPlace & { readonly kept: boolean }) => string;
  /** What the successor's first prompt says behind its mark. */
  readonly instruction: string;
}

const where = ({ id, successor, remote, desktop }: HandoffPlace): string => {
  if (desktop === 'opened')
    return `Continue there: it was opened in Claude Desktop (handoff ${id}).`;
  if (successor === null && desktop === 'wanted')
    return `Handoff ${id}; the successor opens in Claude Desktop when its turn ends, until then \`claude agents\` lists it.`;
  const place =
    successor === null
      ? `Handoff ${id}; \`claude agents\` lists the successor.`
      : `Continue there: claude attach ${successor} (handoff ${id}).`;
  return place + (remote ? ' It can also be seen on claude.ai/code and in the Claude app.' : '');
};

export const handoffEn: HandoffText = {
  requested: ({ id }) =>
    `Throughline: compaction stopped; a successor in the background takes over at the next step (handoff ${id}).`,
  stopped: (handoff) =>
    handoff.successor === null
      ? `Throughline: this conversation is nearly full. Instead of being compacted it goes on in a successor in the background, with its memory; the tool was not run here. ${where(handoff)}`
      : `Throughline: this conversation was handed over before; the tool was not run here. ${where(handoff)}`,
  prompt: ({ kept, ...handoff }) =>
    `Throughline: this conversation is full and already passed on. ${
      kept
        ? 'What you typed goes to its successor as part of the request.'
        : 'What you typed was not passed on: say it there.'
    } ${where(handoff)}`,
  instruction: `Go on with the unfinished work of the conversation before this one: its memory and the user's request are injected by Throughline.
Tools listed there as not run have not run: call them first. Do not repeat what is listed as done.`,
};
