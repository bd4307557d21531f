import { join } from 'node:path';
import t, { type Test } from 'tap';
import { completeContract } from '../../scripts/generate/complete.ts';
import {
  copyContract,
  DEPRECATION,
  OPERATIONS,
  OVERLAY,
  splitContract,
} from '../support/contracts.ts';
import { changeFile } from '../support/scripts.ts';

/*
 * Whoever edits an operation edits openapi.yaml alone: what holds for every operation follows.
 */

interface Operation {
  readonly responses: Record<string, { readonly headers: object; readonly content?: object }>;
}

const ANNOUNCEMENTS = ['Deprecation', 'Sunset', 'Link'];
/** Requests with these reach no operation. */
const WITHOUT_OPERATION = ['405', 'default'];
const BODY = / {6}requestBody:\n(?: {8}.*\n)+/;

t.test('an operation that becomes deprecated announces it, and has a 410', async (t) => {
  const before = await edited(t, '/pets', 'post');
  const after = await edited(t, '/pets', 'post', /(?<=operationId: createPet\n)/, DEPRECATION);
  t.strictSame(statusesOf(after), [...statusesOf(before), '410'].sort());
  for (const status of statusesOf(before)) {
    const announced = WITHOUT_OPERATION.includes(status) ? [] : ANNOUNCEMENTS;
    t.strictSame(headersOf(after, status), [...headersOf(before, status), ...announced].sort());
  }
});

t.test('an operation that is no longer deprecated does not', async (t) => {
  const after = await edited(t, '/pets/{petId}', 'get', DEPRECATION, '');
  t.notOk(statusesOf(after).includes('410'));
  for (const status of statusesOf(after)) t.notOk(headersOf(after, status).includes('Sunset'));
});

t.test('an operation that is not stable says so, and one that is says nothing', async (t) => {
  for (const stability of ['beta', 'experimental', 'stable']) {
    const own = /(?<=operationId: listPets(?:.*\n)+?.*x-stability: )stable\n/;
    const after = await edited(t, '/pets', 'get', own, `${stability} \n`);
    for (const status of statusesOf(after)) {
      const isSaid = stability !== 'stable' && !WITHOUT_OPERATION.includes(status);
      t.equal(headersOf(after, status).includes('X-Stability'), isSaid, `${stability} ${status}`);
    }
  }
});

t.test(
  'only an operation that takes a body can find it too large, or of another type',
  async (t) => {
    const before = await edited(t, '/pets', 'post');
    const after = await edited(t, '/pets', 'post', BODY, '');
    const own = statusesOf(before).filter((status) => !statusesOf(after).includes(status));
    t.strictSame(own, ['413', '415']);
    t.match(JSON.stringify(before.responses['400']), 'invalidJson');
    t.notMatch(JSON.stringify(after.responses['400']), 'invalidJson');
  },
);

t.test('a contract in several files is the same contract', async (t) => {
  const folder = await copyContract(t);
  const whole = await completeContract(join(folder, OPERATIONS));
  await splitContract(folder);
  const { document, unused } = await completeContract(join(folder, OPERATIONS));
  t.same(document, whole.document);
  t.strictSame(unused, []);
});

t.test('an action of the overlay that cannot be applied is rejected with its line', async (t) => {
  const target = '- target: $.paths.*[?@.operationId].responses\n';
  for (const [action, says] of [
    ['- target: $.path.*[?@.operationId].responses\n', 'The target .* matches nothing'],
    ["- target: $.paths.*[?@['x-stability'] == 'unstable'].responses\n", 'matches nothing'],
    ['- target: $.paths.*[?@.operationId].operationId\n', 'matches what is not an object'],
    ['- target: $.paths.*[?@.operationId\n', 'is no JSONPath'],
    ['- target: $.info\n    remove: true\n', 'Write an `update`'],
  ] as const) {
    const folder = await copyContract(t);
    await changeFile(join(folder, OVERLAY), target, action);
    const message = new RegExp(`^${join(folder, OVERLAY)}:\\d+:5 .*${says}`);
    await t.rejects(completeContract(join(folder, OPERATIONS)), { message });
  }
});

/** An operation of the complete contract, after an edit of openapi.yaml alone. */
async function edited(t: Test, path: string, method: string, text?: string | RegExp, put = '') {
  const file = join(await copyContract(t), OPERATIONS);
  if (text) await changeFile(file, text, put);
  const { paths } = (await completeContract(file)).document;
  return (paths as Record<string, Record<string, Operation>>)[path]?.[method] as Operation;
}

function statusesOf({ responses }: Operation): string[] {
  return Object.keys(responses).sort();
}

function headersOf({ responses }: Operation, status: string): string[] {
  return Object.keys(responses[status]?.headers ?? {}).sort();
}
