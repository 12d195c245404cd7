import type { Contents } from './contents.ts';

const RULE = `${'='.repeat(80)}\n`;

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

/** What the compiler put into sql.js, and its package has no text of. */
const COMPILED_IN: readonly (readonly [title: string, text: string])[] = [
  [
    'Emscripten, inside sql.js (MIT)',
    `Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.\n\n${MIT}`,
  ],
  ['musl, inside sql.js (MIT)', `Copyright © 2005-2020 Rich Felker, et al.\n\n${MIT}`],
];

/**
 * The licences of all that an executable carries, as those who made it wrote them.
 * @param node the LICENSE of the runtime, which has those of its own parts
 */
export function licenseDocument({ packages, runtime, sqlite }: Contents, node: string): string {
  const sections = [
    ...packages.map(
      ({ name, version, license, licenseTexts }) =>
        [`${name} ${version} (${license})`, licenseTexts.join('\n')] as const,
    ),
    [
      `SQLite ${sqlite}, inside sql.js (public domain)`,
      'The author disclaims copyright to this source code: https://sqlite.org/copyright.html\n',
    ] as const,
    ...COMPILED_IN,
    [`Node.js ${runtime.node} and what is in it`, node] as const,
  ];
  const index = sections.map(([title]) => `  ${title}\n`).join('');
  return [
    `throughline-bin carries:\n\n${index}`,
    ...sections.map(([title, text]) => `\n${RULE}${title}\n${RULE}\n${unixLines(text)}`),
  ].join('');
}

const unixLines = (text: string): string => `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;
