import type { Address, Host } from './address.ts';
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

const PREFER_STANDBY = 'prefer-standby';

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

/** Every host in the order in which to try them, and which kind of server it has to be. */
export function attemptsOf({ hosts, targetSessionAttrs, loadBalanceHosts }: Address) {
  const rounds = targetSessionAttrs === PREFER_STANDBY ? ['standby', 'any'] : [targetSessionAttrs];
  const order = loadBalanceHosts === 'random' ? shuffled(hosts) : hosts;
  return rounds.flatMap((wanted) => order.map((host) => ({ host, wanted })));
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const places = items.map((item) => ({ item, place: Math.random() }));
  return places.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

/** @throws when the server is not of the wanted kind */
export async function requireSession(
  run: (statement: Statement) => unknown,
  wanted: string,
  { host, port }: Host,
) {
  const rejectionOf = REJECTIONS[wanted];
  if (!rejectionOf) return;
  const { rows } = (await run(READ_SESSION)) as { readonly rows: readonly [Session] };
  const rejection = rejectionOf(rows[0]);
  if (rejection)
    throw new Error(`The server ${host}:${port} ${rejection}: target_session_attrs=${wanted}`);
}
