import type { Keys } from './keys.ts';
import {
  create,
  createOnce,
  freshCreates,
  get,
  inTurn,
  LISTS,
  mixed,
  type NextRequest,
  someAnimal,
  someCustomer,
  someList,
  someMistake,
} from './requests.ts';

/** A row of the report. */
export interface Row {
  readonly name: string;
  readonly request: NextRequest;
  /** What the responses may have. */
  readonly statuses: readonly string[];
}

export type RowName = (typeof ROW_NAMES)[number];

export const ROW_NAMES = [
  'real',
  'lists',
  'pages',
  'get',
  'idempotent',
  'repeats',
  'create',
  '401',
  '400',
  '429',
  'banned',
  'list20',
  'status',
  'deep',
  'mix',
] as const;

/** How many requests of a kind are made, if there is no other number. */
const MADE = 10_000;
const REPEATED_KEYS = 1_000;

/**
 * One row for each kind of request.
 *
 * @param animals how many animals the store has
 * @param pages the paths of pages at different places
 */
export function describeRows(
  keys: Keys,
  animals: number,
  pages: readonly string[],
): Readonly<Record<RowName, Row>> {
  const key = keys.unlimited;
  const ok = ['200'];
  const created = ['201'];
  const list = get(key, LISTS);
  const gets = make(MADE, (i) => someAnimal(key, i, animals));
  const row = (name: string, requests: readonly string[], statuses: readonly string[]) => ({
    name,
    request: inTurn(requests),
    statuses,
  });
  const rejected = (requests: readonly string[]) => requests.map((one) => get(one, LISTS));
  const repeated = make(REPEATED_KEYS, (i) => createOnce(key, `repeated-${i}`));
  return {
    real: { name: 'real mix', request: realMix(keys, animals), statuses: REAL_STATUSES },
    lists: row(
      'lists that differ',
      make(MADE, (i) => someList(key, i)),
      ok,
    ),
    pages: row(
      'pages by cursor',
      pages.map((path) => get(key, path)),
      ok,
    ),
    get: row('one animal', gets, ok),
    idempotent: { name: 'create with a key', request: freshCreates(key), statuses: created },
    repeats: row('create repeated', repeated, created),
    create: row('create', [create(key)], created),
    401: row('401', [get('', LISTS)], ['401']),
    400: row('400', [create(key, { name: 'Bella the Beagle' })], ['400']),
    429: row('429', rejected(keys.spent), ['429']),
    banned: row('429, banned', rejected(keys.banned), ['429']),
    list20: row('the same list of 20', [list], ok),
    status: row('the same list by status', [get(key, `${LISTS}?status=sold`)], ok),
    deep: row('the same deep page', [get(key, pages.at(-1) ?? LISTS)], ok),
    mix: row(
      'mix 90 / 9 / 1',
      make(1_000, (i) => oldMix(i, list, gets, create(key))),
      [...ok, ...created],
    ),
  };
}

const REAL_STATUSES = ['200', '201', '400', '401', '404'];

/**
 * As real callers call: each time another customer, half of the lists differ, one request in ten is a
 * create with a key, one in fifty is wrong.
 */
function realMix({ customers }: Keys, animals: number): NextRequest {
  return mixed(
    Array.from({ length: Math.max(MADE, customers.length) }, (_, i): NextRequest => {
      const key = someCustomer(customers, i);
      if (i % 10 === 5) return freshCreates(key);
      return inTurn([realRead(key, i, animals)]);
    }),
  );
}

function realRead(key: string, index: number, animals: number): string {
  if (index % 50 === 0) return someMistake(key, index / 50);
  if (index % 3 === 0) return someAnimal(key, index, animals);
  return index % 2 === 0 ? someList(key, index) : get(key, LISTS);
}

/** Nearly all requests are for the same list. */
function oldMix(index: number, list: string, gets: readonly string[], creation: string): string {
  if (index % 100 === 50) return creation;
  return (index % 100) % 11 === 5 ? (gets[index % gets.length] as string) : list;
}

function make(count: number, request: NextRequest): string[] {
  return Array.from({ length: count }, (_, i) => request(i));
}
