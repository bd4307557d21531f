import { readFile } from 'node:fs/promises';
import t from 'tap';
import { createApiKey } from '../../src/keys/api-key.ts';
import { openCustomer } from '../support/customer.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';
import { startServer } from '../support/processes.ts';
import { UNLIMITED } from '../support/unlimited.ts';

/*
 * Anonymous callers with well-formed keys, each from an address of its own: every key is looked up,
 * and everything that is kept of an anonymous caller is kept of each of them.
 */

const ORDINARY_REQUESTS = 15_000;
const JUNK_KEYS = 50_000;
/** Each connection has one request in progress, and lets a few wait. */
const CONNECTIONS = 25;
const BATCH_SIZE = 4 * CONNECTIONS;
const MAX_GROWTH_MB = 50;

function request(key: string, address = '192.0.2.1') {
  return `GET /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nx-forwarded-for: ${address}\r\n\r\n`;
}

/** @returns how many responses had each status */
async function sendMany(
  pipelines: readonly Pipeline[],
  count: number,
  next: (index: number) => string,
) {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < count; sent += BATCH_SIZE) {
    const batch = Array.from({ length: BATCH_SIZE / CONNECTIONS }, (_, i) =>
      pipelines.map(({ send }, j) => send(next(sent + i * CONNECTIONS + j))),
    ).flat();
    for (const { status } of await Promise.all(batch)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  return Object.fromEntries(statuses);
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
    const port = Number(new URL(origin).port);
    const open = Array.from({ length: CONNECTIONS }, () => openPipeline(port));
    const pipelines = await Promise.all(open);
    t.teardown(() => pipelines.map(({ close }) => close()));

    // The memory that any traffic takes is not measured.
    const ordinary = await sendMany(pipelines, ORDINARY_REQUESTS, () => request(key));
    t.same(ordinary, { 200: ORDINARY_REQUESTS });
    const before = await peakMemoryMb(pid);

    const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
    const junk = await sendMany(pipelines, JUNK_KEYS, (index) =>
      request(createApiKey(), addressOf(index)),
    );
    t.same(junk, { 401: JUNK_KEYS });
    const growth = (await peakMemoryMb(pid)) - before;
    t.comment(`from ${before.toFixed(0)} MB by ${growth.toFixed(0)} MB`);
    t.ok(growth < MAX_GROWTH_MB, `grows by less than ${MAX_GROWTH_MB} MB`);

    const last = await pipelines[0]?.send(request(key));
    const used = ORDINARY_REQUESTS + 1;
    t.match(last?.head, new RegExp(`\r\nratelimit: .*"day";r=${UNLIMITED.perDay - used};`, 'i'));
  },
);
