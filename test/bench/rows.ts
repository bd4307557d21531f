// The rows of the benchmark: which requests each sends, and what their responses may be.

import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';

/** One kind of traffic: the requests, and the only statuses that their responses may have. */
export interface Row {
  readonly statuses: readonly number[];
  readonly next: (index: number) => Request;
}

export interface Callers {
  /** The key of a customer without limits. */
  readonly key: string;
  /** Keys of further customers without limits, for traffic from many callers. */
  readonly customers: readonly string[];
  /** How many animals there are, with ids from 1. */
  readonly animals: number;
}

export const ROW_NAMES = ['lists', 'get', 'create', 'idempotent', 'mix', '401', '400'] as const;
export type RowName = (typeof ROW_NAMES)[number];

const PET = JSON.stringify({ name: 'Bella the Beagle', categoryId: 1, status: 'available' });
const INCOMPLETE = JSON.stringify({ name: 'Bella the Beagle' });
const FILTERS = ['', '&status=available', '&status=pending', '&status=sold'];
const LONGEST_LIST = 39;
/** A prime number, so that its multiples modulo the number of animals reach every animal. */
const STEP = 7_919;

export function describeRows({ key, customers, animals }: Callers): Record<RowName, Row> {
  const animal = (i: number) => `/v1/pets/${1 + ((i * STEP) % animals)}`;
  /** Traffic from many callers: most read, one in ten creates, one in fifty makes a mistake. */
  const mixed = (i: number) => {
    const caller = customers[(i * STEP) % customers.length] ?? key;
    if (i % 10 === 5) return post(caller, PET, { 'idempotency-key': randomUUID() });
    if (i % 50 === 0) return get(caller, '/v1/pets?limit=0');
    return get(caller, i % 3 === 0 ? animal(i) : list(i));
  };
  return {
    lists: { statuses: [200], next: (i) => get(key, list(i)) },
    get: { statuses: [200], next: (i) => get(key, animal(i)) },
    create: { statuses: [201], next: () => post(key, PET) },
    idempotent: {
      statuses: [201],
      next: () => post(key, PET, { 'idempotency-key': randomUUID() }),
    },
    mix: { statuses: [200, 201, 400], next: mixed },
    401: { statuses: [401], next: () => ({ method: 'GET', path: '/v1/pets' }) },
    400: { statuses: [400], next: () => post(key, INCOMPLETE) },
  };
}

/** One of 156 different lists. */
function list(index: number): string {
  return `/v1/pets?limit=${1 + (index % LONGEST_LIST)}${FILTERS[index % FILTERS.length]}`;
}

function get(key: string, path: string): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${key}` } };
}

function post(key: string, body: string, headers: Readonly<Record<string, string>> = {}): Request {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  return { method: 'POST', path: '/v1/pets', headers: all, body };
}
