import type { RollbackText } from './rollback-en.ts';

export const rollbackJa: RollbackText = {
  done: ({ version, place }) => `${place} の実行ファイルはバージョン ${version} になりました。`,
  planned: ({ version, place }) =>
    `何も書き込んでいません。${place} の実行ファイルはバージョン ${version} になります。`,
  again: (command) => `設定とフックはそのままです。元に戻すには: ${command}`,
  nothingKept: (place) =>
    `${place} には戻せる別の実行ファイルがありません。install は置き換えたものを残します。`,
  doesNotRun: (file, why) =>
    `${file} はここでは起動しません (${why})。何も変更していません。別の実行ファイルから install を実行してください。`,
  alone: (option) => `--rollback と一緒に使えるのは --dry-run だけです。${option} は使えません。`,
};
