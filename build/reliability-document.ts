import { type Answer, type Fault, faults } from '../test/crash/fault-table.ts';
import { proofs } from '../test/crash/proof-table.ts';

const BEGIN = '<!-- made by npm run reliability: do not edit -->';
const END = '<!-- end of what is made -->';

/**
 * The document with its tables as the tests have them.
 * @throws {Error} when it has no place for them
 */
export function withTables(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`No place for tables: ${BEGIN}`);
  return `${before}${BEGIN}\n\n${tables()}\n\n${END}${after}`;
}

const tables = (): string =>
  [
    '| fault | what happens | `recall` | the hook | where the turn is |',
    '| --- | --- | --- | --- | --- |',
    ...faults.map(faultRow),
    '',
    '| fault | what happens | test |',
    '| --- | --- | --- |',
    ...proofs.map(
      ({ fault, happens, file, title }) => `| ${fault} | ${happens} | \`${file}\`: ${title} |`,
    ),
  ].join('\n');

const faultRow = ({ fault, happens, recall, hook, turn }: Fault): string =>
  `| ${fault} | ${happens} | ${told(recall)} | ${told(hook)} | ${turn} |`;

const told = (answer: Answer | undefined): string => {
  if (answer === undefined) return '0';
  const [, line = answer.says] = /^throughline-bin[^:]*: (.*)$/.exec(answer.says) ?? [];
  return `${answer.exit}: \`${line.replaceAll('|', '\\|')}\``;
};
