import type { Statement } from './login.ts';

/*
 * Whether a server is of the kind that an address asks for by `target_session_attrs`.
 *
 * @see https://www.postgresql.org/docs/current/libpq-connect.html
 */

interface Session {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/** Why a session is not the wanted one, by what is wanted. */
const REJECTIONS: Readonly<Record<string, (session: Session) => string | false>> = {
  'read-write': ({ isReadOnly }) => isReadOnly && 'is read-only',
  'read-only': ({ isReadOnly }) => !isReadOnly && 'is not read-only',
  primary: ({ isStandby }) => isStandby && 'is a standby',
  standby: ({ isStandby }) => !isStandby && 'is not a standby',
};

const READ_SESSION = {
  text: `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::bool AS "isReadOnly"`,
};

/** What to ask of the servers, in one round after the other. */
export function rounds(targetSessionAttrs: string): string[] {
  return targetSessionAttrs === 'prefer-standby' ? ['standby', 'any'] : [targetSessionAttrs];
}

/** @throws when the server is not of the wanted kind */
export async function requireSession(
  run: (statement: Statement) => unknown,
  wanted: string,
  server: string,
) {
  const rejectionOf = REJECTIONS[wanted];
  if (!rejectionOf) return;
  const { rows } = (await run(READ_SESSION)) as { readonly rows: readonly [Session] };
  const rejection = rejectionOf(rows[0]);
  if (rejection)
    throw new Error(`The server ${server} ${rejection}: target_session_attrs=${wanted}`);
}
