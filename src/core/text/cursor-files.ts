/** Body of Cursor's `/tl` command file, which has no front matter. Seen by the model only when our hook did not answer. */
export const cursorCommand = (commands: { readonly status: string }): string => `\
Throughline's prompt hook answers this command before it reaches you.
If you read this, the hook did not run. Tell the user so in one sentence, name the command
\`${commands.status}\`, and do nothing else.
`;
