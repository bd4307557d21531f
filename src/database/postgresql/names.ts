import { hash } from 'node:crypto';
import pg from 'pg';

/*
 * Names of prepared statements. A pooler that connects its clients with one session after the other, and
 * knows nothing of names, lets a statement disappear, or appear from another client.
 */

/** What is known about the names of all connections that go through a pooler. */
export interface Names {
  /** Undefined until the first of them was examined. */
  survive: boolean | undefined;
  /** To be called when one has disappeared, or was there before. */
  onLost(): void;
}

const LOST =
  'PostgreSQL is behind a pooler that does not keep prepared statements: they are parsed each time';

/** @param warn is called the first time that names are lost */
export function observeNames(warn: (message: string) => void): Names {
  return {
    survive: undefined,
    onLost() {
      if (this.survive !== false) warn(LOST);
      this.survive = false;
    },
  };
}

/**
 * PostgreSQL's codes for a name that it does not know, or knows already, and PgBouncer's for all of its own
 * errors. In each case nothing was executed.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const LOST_NAME = /^(?:26000|42P05)$/;
const PROTOCOL_VIOLATION = '08P01';

export function isNameLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const code = String(error.code);
  return (
    LOST_NAME.test(code) ||
    (code === PROTOCOL_VIOLATION && error.message.includes('prepared statement'))
  );
}

const names = new Map<string, string>();

/**
 * The name of a statement. It is made of its text, so that it means the same to every process and version
 * that shares a session.
 */
export function statementName(sql: string): string {
  let name = names.get(sql);
  if (!name) {
    name = `s_${hash('sha256', sql).slice(0, 32)}`;
    names.set(sql, name);
  }
  return name;
}
