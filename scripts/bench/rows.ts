import { openPipeline, requestText } from '../testbed/pipeline.ts';

/** A row of the report: requests that are sent in turn, as they are sent. */
export interface Row {
  readonly name: string;
  readonly requests: readonly string[];
  /** What the responses may have. */
  readonly statuses: readonly string[];
}

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
 * One row for each kind of request.
 *
 * @param animals how many animals the store has
 * @param deepPath the path of a deep page
 */
export function describeRows(
  key: string,
  animals: number,
  deepPath: string,
): Readonly<Record<RowName, Row>> {
  const get = (path: string) => requestText(key, 'GET', path);
  const post = (body: object) => requestText(key, 'POST', '/v1/pets', body);
  const list = get('/v1/pets');
  const create = post({ name: 'Bella the Beagle', categoryId: 1, status: 'available' });
  const gets = Array.from({ length: ANIMALS_READ }, (_, i) =>
    get(`/v1/pets/${1 + ((i * 7_919) % animals)}`),
  );
  const mix = Array.from({ length: 1_000 }, (_, i) => {
    if (i % 100 === 50) return create;
    return (i % 100) % 11 === 5 ? (gets[i % gets.length] as string) : list;
  });
  return {
    list20: { name: 'list of 20', requests: [list], statuses: ['200'] },
    status: { name: 'list by status', requests: [get('/v1/pets?status=sold')], statuses: ['200'] },
    deep: { name: 'deep page', requests: [get(deepPath)], statuses: ['200'] },
    get: { name: 'one animal', requests: gets, statuses: ['200'] },
    401: { name: '401', requests: [requestText('', 'GET', '/v1/pets')], statuses: ['401'] },
    400: { name: '400', requests: [post({ name: 'Bella the Beagle' })], statuses: ['400'] },
    mix: { name: 'mix 90 / 9 / 1', requests: mix, statuses: ['200', '201'] },
    create: { name: 'create', requests: [create], statuses: ['201'] },
  };
}

/**
 * Compares the responses of two servers to the first requests of a row: the status, the names of the
 * headers and the body, except for the id of a new animal.
 *
 * @throws if they differ
 */
export async function assertSame({ name, requests }: Row, port: number, otherPort: number) {
  for (const text of new Set(requests.slice(0, 6))) {
    const [one, other] = [await responseTo(port, text), await responseTo(otherPort, text)];
    if (one !== other) throw new Error(`${name}: the responses differ:\n${one}\n${other}`);
  }
}

async function responseTo(port: number, text: string): Promise<string> {
  const connection = await openPipeline(port);
  const { status, head, body } = await connection.send(text);
  connection.close();
  const [, ...lines] = head.toLowerCase().split('\r\n');
  const names = lines.map((line) => line.replace(/:.*/, '')).sort();
  return [status, ...names, status === 201 ? body.replace(/"id":\d+/, '') : body].join('\n');
}
