import type { ContentFault, FileFault, Hindrance, SyntaxFault } from '../file-fault.ts';

export const refusalJa = ({ file, fault }: FileFault): string =>
  fault.kind === 'access'
    ? HINDRANCES[fault.hindrance](file, fault.code)
    : `${file} は変更していません。理由: ${contentJa(fault)}。直してから、もう一度実行してください。`;

export const fileFaultJa = ({ file, fault }: FileFault): string =>
  fault.kind === 'access'
    ? HINDRANCES[fault.hindrance](file, fault.code)
    : `${file}: ${contentJa(fault)}`;

function contentJa(fault: ContentFault): string {
  switch (fault.kind) {
    case 'syntax':
      return `JSON として正しくありません（${fault.line} 行目: ${SYNTAX[fault.fault]}）`;
    case 'deep':
      return 'JSON として正しくありません（入れ子が深すぎます）';
    case 'empty':
      return 'JSON として正しくありません（中身がありません）';
    case 'encoding':
      return 'UTF-8 のテキストではありません';
    case 'toml':
      return `TOML として正しくありません（${fault.reason}）`;
    case 'object':
      return fault.key === null
        ? '全体が JSON のオブジェクトではありません'
        : `"${fault.key}" がオブジェクトではありません`;
    case 'list':
      return `"${fault.key}" がリストではありません`;
    default:
      return fault satisfies never;
  }
}

const SYNTAX: Readonly<Record<SyntaxFault, string>> = {
  symbol: '値ではない単語があります',
  number: '数として読めない数があります',
  name: '引用符付きの名前がありません',
  value: '値がありません',
  colon: '":" がありません',
  comma: '"," がありません',
  brace: '"}" がありません',
  bracket: '"]" がありません',
  end: '終わりのあとに余分なものがあります',
  'open-comment': 'コメントが閉じていません',
  'open-text': '文字列が閉じていません',
  'open-number': '数が途中で終わっています',
  escape: '使えないエスケープがあります',
  character: 'そこに置けない文字があります',
  other: '誤りがあります',
};

const HINDRANCES: Readonly<Record<Hindrance, (file: string, code: string) => string>> = {
  circle: (file) => `${file} はリンクが循環しています。リンクのどれかを取り除いてください。`,
  endless: (file) => `${file} はファイルではなく、パイプかデバイスです。取り除いてください。`,
  blocked: (file) =>
    `${file} はディレクトリではありません。別の場所に移してから、もう一度実行してください。`,
  changed: (file) => `${file} はその間に別のプログラムが変更しました。もう一度実行してください。`,
  busy: (file) => `${file} は別のインストールが使用中です。もう一度実行してください。`,
  hidden: (file, code) => `${file} を調べられません (${code})。権限を確認してください。`,
  unreadable: (file, code) => `${file} を読めません (${code})。所有者と権限を確認してください。`,
  unwritable: (file, code) => `${file} に書き込めません (${code})。権限を確認してください。`,
  'place-is-link': (file) =>
    `${file} はリンクです。取り除くか、--in-place を付けてインストールしてください。`,
  'place-is-directory': (file) =>
    `${file} はディレクトリです。取り除くか、--in-place を付けてインストールしてください。`,
  uncopied: (file, code) =>
    `実行ファイルを ${file} にコピーできません (${code})。そこの権限と空き容量を確認してください。`,
};
