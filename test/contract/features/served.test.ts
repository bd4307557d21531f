import t from 'tap';
import {
  automaticHandlers,
  type Expected,
} from '../../../scripts/contract-properties/automatic-handlers.ts';
import {
  type ContractDocument,
  readOperations,
} from '../../../scripts/contract-properties/document.ts';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { assertServed } from '../../../scripts/contract-properties/properties.ts';
import {
  type ContractDocument as BoundDocument,
  readContract,
} from '../../../src/contract/operations.ts';
import { openStore } from '../../helper.ts';

/*
 * Every operation of the contract of features is served as it says, with handlers that return whatever
 * they can.
 */

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
t.comment(`TEST_SEED=${seed}`);

const document = (await completeFeatures()).document as unknown as ContractDocument & BoundDocument;
const operations = readOperations(document);
const schemas = document.components?.schemas ?? {};
const expected: Expected = { meaning: undefined, reply: undefined, fault: undefined, calls: 0 };
const handlers = automaticHandlers(operations, { schemas, direction: 'request' }, expected);
const store = await openStore(
  t,
  { ANONYMOUS_PER_MINUTE: '1000000' },
  // A handler gets what its operation says, which its type does not.
  { contract: readContract(document), createHandlers: () => handlers as never },
);
const { key } = await store.createKey({
  plan: 'enterprise',
  limits: { perMinute: 1_000_000, perDay: 1_000_000 },
});

for (const operation of operations) {
  t.test(`${operation.operationId} is served as the contract says`, async () => {
    const send = (request: object) => store.app.inject({ ...request });
    await assertServed(
      operation,
      {
        document,
        expected,
        send: ({ key: caller = key, ...request }) =>
          send({
            ...request,
            headers: {
              ...(caller !== null && { authorization: `Bearer ${caller}` }),
              ...request.headers,
            },
          }),
      },
      { numRuns: 100, seed },
    );
  });
}
