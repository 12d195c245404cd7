/**
 * Body of the `$tl` skill. The model sees it only when our prompt hook did not answer: a typed `$tl`
 * puts it into the conversation.
 */
export const tlSkill = (commands: { readonly status: string }): string => `---
name: tl
description: Hand this conversation over to the next session (Throughline). Only the user starts it, by typing $tl.
---
Throughline's prompt hook answers \`$tl\`, \`$tl fresh\`, \`$tl off\`, \`$tl on\`, \`$tl forget\` and \`$tl status\` before they reach you.
If you read this, the hook did not run: most often Codex waits for the user to trust it. Tell the user so
in one sentence (\`/hooks\`, Enter on each event of Throughline, down to the line whose command is throughline-bin, then \`t\`), name the command \`${commands.status}\`, and do nothing else.
`;

/** `agents/openai.yaml` beside it: the skill is not among those the model may start by itself. */
export const TL_SKILL_POLICY = `interface:
  display_name: "Throughline"
  short_description: "Hand this conversation over to the next session"
policy:
  allow_implicit_invocation: false
`;
