import { hash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * The name under which a statement is prepared. It is made of its text, so that it means the same to
 * every process and version that a pooler connects to the same session.
 */
export function statementName(sql: string): string {
  let name = names.get(sql);
  if (!name) {
    name = `s_${hash('sha256', sql).slice(0, 32)}`;
    names.set(sql, name);
  }
  return name;
}
