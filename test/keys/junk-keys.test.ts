import { readFile } from 'node:fs/promises';
import t from 'tap';
import { UNLIMITED } from '../../scripts/servers/unlimited.ts';
import { createApiKey } from '../../src/keys/api-key.ts';
import { openCustomer } from '../support/customer.ts';
import { startServer } from '../support/processes.ts';

/*
 * Anonymous callers with well-formed keys, each from an address of its own: every key is looked up,
 * and everything that is kept of an anonymous caller is kept of each of them.
 */

const ORDINARY_REQUESTS = 10_000;
const JUNK_KEYS = 30_000;
const CONNECTIONS = 25;
const MAX_GROWTH_MB = 50;

/** @returns how many responses had each status */
async function sendMany(url: string, count: number, next: () => { key: string; address?: string }) {
  const statuses: Record<number, number> = {};
  let sent = 0;
  async function sendOneByOne() {
    while (sent < count) {
      sent += 1;
      const { key, address = '192.0.2.1' } = next();
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address };
      const response = await fetch(url, { headers });
      await response.text();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendOneByOne));
  return statuses;
}

/** The peak memory of a process, which does not depend on what it frees between two requests. */
async function peakMemoryMb(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

t.test(
  "junk keys change no customer's count, and the process grows little",
  { skip: process.platform === 'linux' ? false : 'memory is read from /proc' },
  async (t) => {
    const { url, key } = await openCustomer(t, { plan: 'enterprise', limits: UNLIMITED });
    const { pid, origin } = await startServer(t, { DATABASE_URL: url, TRUST_PROXY: 'loopback' });
    const pets = `${origin}/v1/pets`;

    // The memory that any traffic takes is not measured.
    const ordinary = await sendMany(pets, ORDINARY_REQUESTS, () => ({ key }));
    t.same(ordinary, { 200: ORDINARY_REQUESTS });
    const before = await peakMemoryMb(pid);

    let index = 0;
    const junk = await sendMany(pets, JUNK_KEYS, () => {
      index += 1;
      return {
        key: createApiKey(),
        address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      };
    });
    t.same(junk, { 401: JUNK_KEYS });
    const growth = (await peakMemoryMb(pid)) - before;
    t.comment(`from ${before.toFixed(0)} MB by ${growth.toFixed(0)} MB`);
    t.ok(growth < MAX_GROWTH_MB, `grows by less than ${MAX_GROWTH_MB} MB`);

    const { headers } = await fetch(pets, { headers: { authorization: `Bearer ${key}` } });
    const left = UNLIMITED.perDay - ORDINARY_REQUESTS - 1;
    t.match(headers.get('ratelimit'), `"day";r=${left};`);
  },
);
