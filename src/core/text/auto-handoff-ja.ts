import type { AutoHandoffText } from './auto-handoff-en.ts';

const where = (projects: readonly string[]): string =>
  projects.length === 0 ? 'すべてのプロジェクト' : projects.join('、');

export const autoHandoffJa: AutoHandoffText = {
  enabled: (projects) =>
    `自動継続を有効にしました（${where(projects)}）。Claude Code のセッションは、いっぱいになる前に裏で後継セッションへ続きます。`,
  disabled:
    '自動継続を無効にしました。Claude Code は再びセッションを圧縮します。引き継ぎ済みのものはそのまま続きます。',
  summary: ({ enabled, projects, registered }) =>
    `Claude Code の自動継続: ${enabled ? `有効（${where(projects)}）` : '無効'}、フックは${registered ? '登録済み' : '未登録'}`,
  noSuccessor: (session) =>
    session === null
      ? 'このプロジェクトに、引き継がれたセッションはありません。'
      : `セッション ${session} は引き継がれていません。`,

  off: '無効',
  on: (projects) => `有効（${where(projects)}）`,
  unreadable: '設定を読めません',
  handedOver: (sessions) => `引き継ぎ${sessions}セッション`,
  line: (facts) => `自動継続: ${facts.join('、')}`,

  invalid: (path) => `${path} を自動継続の設定として読めません`,
  repair: '直すか、削除してください（削除すると無効になります）',
  hooksMissing: '自動継続は有効ですが、フックが揃って登録されていません',
  hooksLeft: '自動継続は無効ですが、そのフックが登録されています',
  trouble: (handoffs, codes) =>
    `この1日の引き継ぎのうち${handoffs}件が失敗したか、失敗した可能性があります (${codes.join(', ')})`,
  lookAtThem: 'auto-handoff status で一覧が出ます。そこで claude --bg が起動するか確認してください',
  noDesktop: (variable) =>
    `${variable} が設定されていますが、Claude Code がセッションを Claude Desktop で開けるのは macOS と Windows だけです。ここでは後継セッションは裏に残ります`,
  desktopTrouble: (successors, codes) =>
    `この1日の後継セッションのうち${successors}件を Claude Desktop に移せませんでした (${codes.join(', ')})`,
  attachThem: 'auto-handoff status で一覧が出ます。claude attach で開けます',
  programMissing:
    'この PATH に claude がないため、フックが後継セッションを起動できない可能性があります',
  putOnPath: 'Claude Code を起動するときの PATH に加えてください',
  programUnfit: (path, version) =>
    `${path}${version === '' ? '' : ` (${version})`} は裏でセッションを起動できません (--bg)`,
  updateProgram: 'Claude Code を更新してください',
  programFits: (path) => `${path} は後継セッションを起動できます`,
};
