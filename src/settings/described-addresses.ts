import { currentValue, type Secret } from './secret-files.ts';

/**
 * Says for the log where Redis is, without users, passwords and other parameters.
 *
 * @param address one, or several separated by commas
 */
export function describeRedis(address: Secret | undefined): string {
  if (address === undefined) return 'no Redis';
  const nodes = currentValue(address)
    .split(',')
    .map((node) => new URL(node.trim()));
  return `Redis ${nodes.map(({ host, pathname }) => host + pathname.replace(/^\/$/, '')).join(', ')}`;
}
