const WRAPPED = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/i;
const NOTICE = /^\s*<system-reminder>\n?([\s\S]*?)\n?<\/system-reminder>\s*$/;

/** What a person typed, without the element Grok wraps it in for the model. */
export const unwrapQuery = (text: string): string => WRAPPED.exec(text)?.[1] ?? text;

/** What the host itself says in place of a person: a background task or subagent ended. */
export const unwrapNotice = (text: string): string => NOTICE.exec(text)?.[1] ?? text;
