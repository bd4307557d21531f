import { resolve } from 'node:path';
import { currentValue, type Secret } from './secret-files.ts';

/*
 * Says where databases are, for the log: without users, passwords and other parameters.
 */

/** From the scheme to the path. A password may contain an `@`, and what a password is not encoded in. */
const ADDRESS = /^\w+:\/\/(?:[^?#]*@)?([^/?#]*)(?:\/([^?#]*))?/;

/** @param url `file:` and a path, or the address of a PostgreSQL database, also on several hosts */
export function describeDatabase(url: string): string {
  if (url.startsWith('file:')) return `SQLite ${resolve(url.slice('file:'.length))}`;
  const [, hosts = '', name = ''] = ADDRESS.exec(url) ?? [];
  const elsewhere = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get('host');
  return `PostgreSQL ${hosts || elsewhere || 'localhost'}/${name}`;
}

/** @param address one, or several separated by commas */
export function describeRedis(address: Secret | undefined): string {
  if (!address) return 'no Redis';
  const nodes = currentValue(address)
    .split(',')
    .map((node) => {
      const [, host = '', index] = ADDRESS.exec(node.trim()) ?? [];
      return index ? `${host}/${index}` : host;
    });
  return `Redis ${nodes.join(', ')}`;
}
