import { join } from 'node:path';
import t, { type Test } from 'tap';
import { completeContract } from '../../scripts/generate/complete.ts';
import { copyContract, DEPRECATION, OPERATIONS, splitContract } from '../support/contracts.ts';
import { changeFile } from '../support/scripts.ts';

/*
 * Whoever edits an operation edits openapi.yaml alone: what holds for every operation follows.
 */

interface Operation {
  readonly responses: Record<string, { readonly headers: object; readonly content?: object }>;
}
type Edit = readonly [before: string | RegExp, after: string];

const ANNOUNCEMENTS = ['Deprecation', 'Sunset', 'Link'];
/** Requests with these reach no operation. */
const WITHOUT_OPERATION = ['405', 'default'];
const REQUEST_BODY = `      requestBody:
        description: What to do.
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewPet" }
            example: { name: Rex, categoryId: 7 }
`;

t.test('an operation that becomes deprecated announces it, and has a 410', async (t) => {
  const { before, after } = await edited(t, '/pets', 'post', [
    [/(?<=operationId: createPet\n)/, DEPRECATION],
  ]);
  t.strictSame(statusesOf(after), [...statusesOf(before), '410'].sort());
  t.strictSame(headersOf(after, '410'), [...headersOf(before, '422'), ...ANNOUNCEMENTS].sort());
  for (const status of statusesOf(before)) {
    const announced = WITHOUT_OPERATION.includes(status) ? [] : ANNOUNCEMENTS;
    t.strictSame(headersOf(after, status), [...headersOf(before, status), ...announced].sort());
  }
});

t.test('an operation that is no longer deprecated does not', async (t) => {
  const { before, after } = await edited(t, '/pets/{petId}', 'get', [[DEPRECATION, '']]);
  t.ok(statusesOf(before).includes('410'));
  t.notOk(statusesOf(after).includes('410'));
  for (const status of statusesOf(after)) {
    const others = headersOf(before, status).filter((name) => !ANNOUNCEMENTS.includes(name));
    t.strictSame(headersOf(after, status), others);
  }
});

t.test('an operation that is not stable says so, and one that is says nothing', async (t) => {
  const operations = [
    ['/pets', /(?<=operationId: listPets(?:.*\n)+?.*x-stability: )stable/, 'beta'],
    ['/pets', /(?<=operationId: listPets(?:.*\n)+?.*x-stability: )stable/, 'experimental'],
    ['/store/orders', /(?<=x-stability: )experimental/, 'beta'],
    ['/store/orders', /(?<=x-stability: )experimental/, 'stable'],
  ] as const;
  for (const [path, ...edit] of operations) {
    const { after } = await edited(t, path, 'get', [edit]);
    const stability = edit[1];
    for (const status of statusesOf(after)) {
      const isSaid = stability !== 'stable' && !WITHOUT_OPERATION.includes(status);
      t.equal(headersOf(after, status).includes('X-Stability'), isSaid, `${stability} ${status}`);
    }
  }
});

t.test('an operation that takes a body can find it too large, or of another type', async (t) => {
  const { before, after } = await edited(t, '/store/orders', 'get', [
    [/(?<=operationId: listOrders\n)/, REQUEST_BODY],
  ]);
  t.strictSame(statusesOf(after), [...statusesOf(before), '413', '415'].sort());
  t.match(JSON.stringify(after.responses['400']), 'invalidJson');
  t.notMatch(JSON.stringify(before.responses['400']), 'invalidJson');
});

t.test('an operation that takes no body any more cannot', async (t) => {
  const { before, after } = await edited(t, '/pets', 'post', [
    [/ {6}requestBody:\n(?: {8}.*\n)+/, ''],
  ]);
  t.strictSame(
    statusesOf(after),
    statusesOf(before).filter((status) => status !== '413' && status !== '415'),
  );
  t.notMatch(JSON.stringify(after.responses['400']), 'invalidJson');
});

t.test('a contract in several files is the same contract', async (t) => {
  const folder = await copyContract(t);
  const whole = await completeContract(join(folder, OPERATIONS));
  await splitContract(folder);
  const { document, unused } = await completeContract(join(folder, OPERATIONS));
  t.same(document, whole.document);
  t.strictSame(unused, []);
});

/** An operation of the complete contract, before and after an edit of openapi.yaml alone. */
async function edited(t: Test, path: string, method: string, edits: readonly Edit[]) {
  const folder = await copyContract(t);
  const file = join(folder, OPERATIONS);
  const read = async () => {
    const { document } = await completeContract(file);
    const paths = document.paths as Record<string, Record<string, Operation>>;
    return paths[path]?.[method] as Operation;
  };
  const before = await read();
  for (const edit of edits) await changeFile(file, ...edit);
  return { before, after: await read() };
}

function statusesOf({ responses }: Operation): string[] {
  return Object.keys(responses).sort();
}

function headersOf({ responses }: Operation, status: string): string[] {
  return Object.keys(responses[status]?.headers ?? {}).sort();
}
