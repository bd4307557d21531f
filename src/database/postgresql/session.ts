import type pg from 'pg';

/*
 * Whether a server is one of those that an address asks for by `target_session_attrs`.
 *
 * @see https://www.postgresql.org/docs/current/libpq-connect.html
 */

interface Session {
  readonly isReadOnly: boolean;
  readonly isStandby: boolean;
}

/** Why a session is not wanted, by what is. */
const REJECTIONS: Readonly<Record<string, (session: Session) => string | false>> = {
  'read-write': ({ isReadOnly }) => isReadOnly && 'is read-only',
  'read-only': ({ isReadOnly }) => !isReadOnly && 'is not read-only',
  primary: ({ isStandby }) => isStandby && 'is a standby',
  standby: ({ isStandby }) => !isStandby && 'is not a standby',
};

/** What to ask of the servers, in one round after the other. */
export function rounds(targetSessionAttrs: string): string[] {
  return targetSessionAttrs === 'prefer-standby' ? ['standby', 'any'] : [targetSessionAttrs];
}

/** @throws when the server is not the wanted one */
export async function requireSession(client: pg.ClientBase, wanted: string, server: string) {
  const rejectionOf = REJECTIONS[wanted];
  if (!rejectionOf) return;
  const { rows } = await client.query<[boolean, string]>({
    text: "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')",
    rowMode: 'array',
  });
  for (const [isStandby, readOnly] of rows) {
    const rejection = rejectionOf({ isStandby, isReadOnly: readOnly === 'on' });
    if (rejection)
      throw new Error(`The server ${server} ${rejection}: target_session_attrs=${wanted}`);
  }
}
