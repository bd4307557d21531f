import type { Request, Response } from './load.ts';

/** A row of the report: requests that are sent in turn. */
export interface Row {
  readonly name: string;
  readonly requests: readonly Request[];
}

/** One row for each kind of request. */
export type Rows = Readonly<Record<RowName, Row>>;
export type RowName = (typeof ROW_NAMES)[number];

export const ROW_NAMES = [
  'list20',
  'status',
  'deep',
  'get',
  '401',
  '400',
  'mix',
  'create',
] as const;

/** How many different animals the row of getPet reads. */
const ANIMALS_READ = 997;

/**
 * @param animals how many animals the store has
 * @param deepPath the path of a deep page
 */
export function describeRows(key: string, animals: number, deepPath: string): Rows {
  const authorization = `Authorization: Bearer ${key}\r\n`;
  const list = request('GET', '/v1/pets', 200, authorization);
  const create = post({ name: 'Bella the Beagle', categoryId: 1, status: 'available' }, 201);
  const gets = Array.from({ length: ANIMALS_READ }, (_, i) =>
    request('GET', `/v1/pets/${1 + ((i * 7_919) % animals)}`, 200, authorization),
  );
  const mix = Array.from({ length: 1_000 }, (_, i) => {
    if (i % 100 === 50) return create;
    return (i % 100) % 11 === 5 ? (gets[i % gets.length] as Request) : list;
  });

  function post(body: object, status: number) {
    return request('POST', '/v1/pets', status, authorization, JSON.stringify(body));
  }

  return {
    list20: { name: 'list of 20', requests: [list] },
    status: {
      name: 'list by status',
      requests: [request('GET', '/v1/pets?status=sold', 200, authorization)],
    },
    deep: { name: 'deep page', requests: [request('GET', deepPath, 200, authorization)] },
    get: { name: 'one animal', requests: gets },
    401: { name: '401', requests: [request('GET', '/v1/pets', 401)] },
    400: { name: '400', requests: [post({ name: 'Bella the Beagle' }, 400)] },
    mix: { name: 'mix 90 / 9 / 1', requests: mix },
    create: { name: 'create', requests: [create] },
  };
}

export function request(
  method: string,
  path: string,
  status: number,
  headers = '',
  body = '',
): Request {
  const length = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}${length}\r\n`;
  return { text: head + body, status };
}

/**
 * Compares the responses of two servers to the same request: the status, the names of the headers and
 * the body, except for the id of a new animal.
 *
 * @throws if they differ
 */
export function assertSame(name: string, one: Response, other: Response) {
  const [left, right] = [one, other].map(({ status, headers, body }) =>
    JSON.stringify([
      status,
      [...headers.keys()].sort(),
      status === 201 ? body.replace(/"id":\d+/, '') : body,
    ]),
  );
  if (left !== right) throw new Error(`${name}: the responses differ:\n${left}\n${right}`);
}
