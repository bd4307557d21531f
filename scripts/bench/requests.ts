import { requestText } from '../testbed/pipeline.ts';

/** Makes the request to send next. */
export type NextRequest = (index: number) => string;

export const LISTS = '/v1/pets';
const PET = { name: 'Bella the Beagle', categoryId: 1, status: 'available' };
const FILTERS = ['', '&status=available', '&status=pending', '&status=sold'];
const LONGEST_LIST = 39;
/** A prime number, so that steps of it reach every number below another. */
const STEP = 7_919;
const PLACE_OF_KEY = '<key>';

let freshKeys = 0;

/** Sends requests that were made beforehand, again and again. */
export function inTurn(requests: readonly string[]): NextRequest {
  return (index) => requests[index % requests.length] as string;
}

/** Sends requests of several kinds in turn. */
export function mixed(kinds: readonly NextRequest[]): NextRequest {
  return (index) => (kinds[index % kinds.length] as NextRequest)(index);
}

export function get(key: string, path: string): string {
  return requestText(key, 'GET', path);
}

export function create(key: string, pet: object = PET): string {
  return requestText(key, 'POST', LISTS, pet);
}

export function createOnce(key: string, idempotencyKey: string): string {
  return requestText(key, 'POST', LISTS, PET, [`Idempotency-Key: ${idempotencyKey}`]);
}

/** Creates with an Idempotency-Key that no other has. Only the key is made when the request is sent. */
export function freshCreates(key: string): NextRequest {
  const [before = '', after = ''] = createOnce(key, PLACE_OF_KEY).split(PLACE_OF_KEY);
  return () => {
    freshKeys += 1;
    return `${before}fresh-${freshKeys}${after}`;
  };
}

/** One of the lists that differ: 39 sizes with four filters. */
export function someList(key: string, index: number): string {
  const filter = FILTERS[index % FILTERS.length];
  return get(key, `${LISTS}?limit=${1 + (index % LONGEST_LIST)}${filter}`);
}

export function someAnimal(key: string, index: number, animals: number): string {
  return get(key, `${LISTS}/${1 + ((index * STEP) % animals)}`);
}

/** A request that is rejected. */
export function someMistake(key: string, index: number): string {
  const mistakes = [
    get('unknown', LISTS),
    get(key, `${LISTS}?limit=0`),
    get(key, `${LISTS}/999999999`),
    create(key, { name: PET.name }),
  ];
  return mistakes[index % mistakes.length] as string;
}

/** One of the customers, each of which follows another one. */
export function someCustomer(customers: readonly string[], index: number): string {
  return customers[(index * STEP) % customers.length] as string;
}
