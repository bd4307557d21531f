import { resolve } from 'node:path';
import { readAddress } from './postgresql/address.ts';

/** Says for the log where a database is, without a user, a password or other parameters. */
export function describeDatabase(url: string): string {
  if (url.startsWith('file:')) return `SQLite ${resolve(url.slice('file:'.length))}`;
  const { hosts, database = '' } = readAddress(url);
  const servers = hosts.map(
    ({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  return `PostgreSQL ${servers.join(', ')}/${database}`;
}
