import { join } from 'node:path';
import t, { type Test } from 'tap';
import { completeContract } from '../../../scripts/contract/complete-contract.ts';
import { copyContract, DEPRECATION, OPERATIONS, splitContract } from '../../support/contracts.ts';
import { changeFile } from '../../support/scripts.ts';

/*
 * Whoever edits an operation edits openapi.yaml alone: what holds for every operation follows.
 */

interface Operation {
  readonly responses: Record<string, { readonly headers: object }>;
}

const BODY = ' {6}requestBody:\\n(?: {8}.*\\n)+';
const ANNOUNCEMENTS = ['Deprecation', 'Link', 'Sunset'];

t.test('what an operation says of itself decides its errors and its headers', async (t) => {
  for (const [says, path, method, edit, statuses, headers] of [
    ['deprecated', '/pets', 'post', [of('createPet', ''), DEPRECATION], ['+410'], ANNOUNCEMENTS],
    ['not deprecated', '/pets/{petId}', 'get', [DEPRECATION, ''], ['-410'], ANNOUNCEMENTS],
    ['without a body', '/pets', 'post', [of('createPet', BODY), ''], ['-413', '-415'], []],
    ['beta', '/pets', 'get', [of('listPets', ': stable'), ': beta'], [], ['X-Stability']],
  ] as const) {
    const { responses: before } = await operation(t, path, method);
    const { responses: after } = await operation(t, path, method, ...edit);
    const added = missing(before, after).map((status) => `+${status}`);
    const removed = missing(after, before).map((status) => `-${status}`);
    t.strictSame([...added, ...removed], statuses, says);
    for (const [status, { headers: own }] of Object.entries(after)) {
      const others = before[status]?.headers ?? own;
      // Requests with these reach no operation.
      const expected = ['405', '408', '410', '431', '501', '505'].includes(status) ? [] : headers;
      t.strictSame([...missing(own, others), ...missing(others, own)], expected, status);
    }
  }
});

t.test('a contract in several files is the same contract', async (t) => {
  const folder = await copyContract(t);
  const whole = await completeContract(join(folder, OPERATIONS));
  await splitContract(folder);
  const { document } = await completeContract(join(folder, OPERATIONS));
  t.same(document, whole.document);
});

/** An operation of the complete contract, after an edit of openapi.yaml alone. */
async function operation(t: Test, path: string, method: string, text?: string | RegExp, put = '') {
  const file = join(await copyContract(t), OPERATIONS);
  if (text) await changeFile(file, text, put);
  const { paths } = (await completeContract(file)).document;
  return (paths as Record<string, Record<string, Operation>>)[path]?.[method] as Operation;
}

/** What follows the name of an operation. */
function of(operationId: string, text: string) {
  return new RegExp(`(?<=operationId: ${operationId}\\n(?:.*\\n)*?.*)${text}`);
}

/** The keys of the second object that the first does not have. */
function missing(there: object, from: object): string[] {
  return Object.keys(from)
    .filter((key) => !(key in there))
    .sort();
}
