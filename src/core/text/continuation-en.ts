/** What a conversation is told that is started to go on from another one. */
export interface ContinuationText {
  readonly before: string;
  readonly respond: string;
  readonly wait: string;
}

export const continuationEn: ContinuationText = {
  before:
    'This conversation goes on from an earlier one. What you need to know of it follows; it is past.',
  respond:
    'Take it as your own memory, and answer as if the conversation had never been interrupted.',
  wait: 'The user will say what comes next. Until then wait, and do nothing.',
};
