import fc from 'fast-check';

/** Renders a value as JSON with comments: white space, comments and trailing commas come from `trivia`. */
function renderJsonc(value: unknown, trivia: readonly string[], trailing: boolean): string {
  let at = 0;
  const gap = (): string => trivia[at++ % Math.max(1, trivia.length)] ?? '';
  const list = (open: string, close: string, items: readonly string[]): string =>
    open +
    items.map((item) => gap() + item + gap()).join(',') +
    (items.length > 0 && trailing ? `,${gap()}` : gap()) +
    close;
  const render = (node: unknown): string => {
    if (Array.isArray(node)) return list('[', ']', node.map(render));
    if (typeof node !== 'object' || node === null) return JSON.stringify(node);
    const members = Object.entries(node).map(
      ([key, child]) => `${JSON.stringify(key)}${gap()}:${gap()}${render(child)}`,
    );
    return list('{', '}', members);
  };
  return gap() + render(value) + gap();
}

const foreignHandler = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('command', 'prompt'),
      command: fc.constantFrom(
        'echo done',
        '/usr/bin/notify --host claude',
        'node /x/hook.mjs session-start',
        'throughline-binary session-start',
        'my-throughline process-turn',
        "sh -c 'a | b'",
      ),
      timeout: fc.nat(100),
    },
    { requiredKeys: ['type'] },
  ),
  fc.jsonValue(),
);

const foreignGroup = fc.oneof(
  fc.record(
    {
      matcher: fc.constantFrom('', '*', 'Bash'),
      hooks: fc.array(foreignHandler, { maxLength: 3 }),
    },
    { requiredKeys: ['hooks'] },
  ),
  fc.jsonValue({ maxDepth: 1 }),
);

const event = fc.constantFrom(
  'SessionStart',
  'UserPromptSubmit',
  'Stop',
  'StopFailure',
  'SessionEnd',
  'PreToolUse',
  'Interrupt',
  'sessionStart',
  'stop',
);

/** Groups as most hosts have them, and handlers alone as Cursor has them. */
const foreignHooks = fc.dictionary(
  event,
  fc.array(fc.oneof(foreignGroup, foreignHandler), { maxLength: 3 }),
  {
    maxKeys: 4,
    noNullPrototype: true,
  },
);

const foreignSettings = fc
  .tuple(
    fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    fc.option(foreignHooks, { nil: undefined }),
    fc.boolean(),
  )
  .map(([others, hooks, isFirst]) => {
    const { hooks: _, ...rest } = others;
    if (hooks === undefined) return rest;
    return isFirst ? { hooks, ...rest } : { ...rest, hooks };
  });

const layout = fc.oneof(
  fc.constant(['']),
  fc.constant(['', ' ']),
  fc.constant(['\n', '']),
  fc.array(
    fc.constantFrom(
      '',
      ' ',
      '\n',
      '\n  ',
      '\r\n\t',
      '\t',
      ' // why, "here" {[\n',
      '/* a\n b */',
      ' /**/ ',
      '// x\r\n',
    ),
    { minLength: 1, maxLength: 12 },
  ),
);

/** A settings text as users have them: comments, any white space, BOM, CRLF, foreign hooks. */
export const settingsText = fc.oneof(
  fc
    .tuple(foreignSettings, layout, fc.boolean(), fc.constantFrom('', '\uFEFF'))
    .map(([value, trivia, trailing, mark]) => mark + renderJsonc(value, trivia, trailing)),
  fc
    .tuple(
      foreignSettings,
      fc.constantFrom(1, 2, 3, 4, 8, '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\n', '\n\n'),
      fc.constantFrom('', '\uFEFF'),
    )
    .map(
      ([value, indent, eol, end, mark]) =>
        mark + (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
    ),
  fc.constantFrom(
    '',
    '\n',
    '{}',
    '{ }\n',
    '{\n}\n',
    '\uFEFF{}',
    '{"hooks":{}}',
    '{"hooks":{"Stop":[]}}',
    '{"version":1,"hooks":{"stop":[{"command":"echo done"}]}}',
    '{"version":1}',
  ),
);
