/*
 * Just enough of SQL's grammar to take apart what the schema engine and SQLite write.
 */

/** A string, a quoted name, a comment, or one character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*.*?\*\/|./gs;

/**
 * Splits SQL at a character outside of strings, quoted names and parentheses. Comments and parts that
 * are empty are left out.
 */
export function splitSql(sql: string, separator: ';' | ','): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** What stands between the first parenthesis and the last one, split at its commas. */
export function listed(sql: string): string[] {
  return splitSql(sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')')), ',');
}

/** The same text for SQL that differs in white space only. */
export function withoutSpace(sql: string): string {
  const tokens = sql.matchAll(TOKEN);
  return Array.from(tokens, ([token]) => (/^\s$/.test(token) ? '' : token)).join('');
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The first quoted name. */
export function nameIn(sql: string): string {
  return /"((?:[^"]|"")+)"/.exec(sql)?.[1]?.replaceAll('""', '"') ?? '';
}
