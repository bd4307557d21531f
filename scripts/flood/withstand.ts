import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/database/index.ts';
import { createKey } from '../../src/keys/index.ts';
import { type BalancerName, startBalancer } from '../testbed/balancers.ts';
import { prepare } from '../testbed/databases.ts';
import { openPipeline, type Pipeline, requestText } from '../testbed/pipeline.ts';
import { startServer } from '../testbed/server.ts';
import type { Keys } from './attacks.ts';

/*
 * Lets a caller attack the service while another customer uses it.
 */

export interface Withstood {
  readonly attack: string;
  /** How many connections the attacker has opened. */
  readonly opened: number;
  /** Of the other customer's requests. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly peakMemoryMb: number;
}

export interface Store {
  readonly url: string;
  /** Of a customer without limits, and of one on a plan. */
  readonly attackerKeys: Keys;
  readonly customerKey: string;
}

/** Where the two call from. Only on Linux a machine has more than one address of its own. */
const [ATTACKER, CUSTOMER] =
  process.platform === 'linux' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1', '127.0.0.1'];
/** What the customer calls, and what keeps the instance in service. */
const PATHS = ['/v1/pets?limit=1', '/v1/pets/1', '/v1/pets?limit=1', '/openapi.json', '/readyz'];
const INTERVAL_MS = 50;
/** A response that takes longer than this is none. */
const PATIENCE_MS = 5_000;

/** @throws when the balancer is not installed */
export async function withstand(
  name: string,
  { url, attackerKeys, customerKey }: Store,
  { behind, seconds }: { readonly behind: BalancerName | undefined; readonly seconds: number },
): Promise<Withstood> {
  const settings = { DATABASE_URL: url, ...(behind && { TRUST_PROXY: '127.0.0.1' }) };
  const service = await startServer(customerKey, settings);
  const balancer = behind && (await startBalancer(behind, service));
  if (behind && !balancer) throw new Error(`${behind} is not installed.`);
  const { port } = balancer ?? service;
  const script = fileURLToPath(new URL('attacker.ts', import.meta.url));
  const attacker = fork(script, [name, String(port), ATTACKER, JSON.stringify(attackerKeys)]);
  try {
    const customer = await useService(port, customerKey, seconds);
    attacker.send('stop');
    const [opened] = await once(attacker, 'message');
    const { peakMemoryMb } = await service.usage();
    return { attack: name, opened, ...customer, peakMemoryMb: Math.round(peakMemoryMb) };
  } finally {
    attacker.kill();
    await balancer?.stop();
    await service.kill();
  }
}

/** A store with a hundred animals whose names are as long as they can be. */
export async function openStore(url: string): Promise<Store> {
  const unlimited = await prepare(url, 100);
  const { client, close } = await openDatabase(url);
  await client.pet.updateMany({ data: { name: '\u{1f436}'.repeat(255) } });
  const { key: limited } = await createKey(client, { name: 'An attacker', plan: 'business' });
  const { key: customerKey } = await createKey(client, { name: 'A customer', plan: 'business' });
  await close();
  return { url, attackerKeys: { unlimited, limited }, customerKey };
}

/** Sends requests at a fixed rate, every other one on a connection of its own. */
async function useService(port: number, key: string, seconds: number) {
  const statuses: Record<string, number> = {};
  const kept = await openPipeline(port, CUSTOMER);
  const calls: Promise<number>[] = [];
  const endMs = performance.now() + seconds * 1_000;
  for (let i = 0; performance.now() < endMs; i += 1) {
    const connection = i % 2 ? kept : openPipeline(port, CUSTOMER);
    const path = PATHS[Math.floor(i / 2) % PATHS.length] ?? '';
    calls.push(call(connection, requestText(key, 'GET', path), statuses));
    await wait(INTERVAL_MS);
  }
  const slowestMs = Math.round(Math.max(...(await Promise.all(calls))));
  kept.close();
  return { statuses, slowestMs };
}

/** @returns how long the request took */
async function call(
  connection: Pipeline | Promise<Pipeline>,
  request: string,
  statuses: Record<string, number>,
): Promise<number> {
  const startMs = performance.now();
  const status = await send(connection, request).catch(() => 0);
  statuses[status] = (statuses[status] ?? 0) + 1;
  return performance.now() - startMs;
}

async function send(opening: Pipeline | Promise<Pipeline>, request: string): Promise<number> {
  const connection = await opening;
  try {
    const response = await Promise.race([connection.send(request), wait(PATIENCE_MS)]);
    return response?.status ?? 0;
  } finally {
    if (connection !== opening) connection.close();
  }
}
