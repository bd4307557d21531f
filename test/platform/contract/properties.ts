// Properties that a served contract has, whatever the service: it is sent valid and faulty
// requests. A failure reports the smallest case that shows it, and the seed; TEST_SEED repeats the
// run.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Test } from 'tap';
import type { Service } from '../../../src/platform/service.ts';
import { loadApis } from '../../../src/platform/versions.ts';
import type { Opened } from '../../helper.ts';
import { SEED } from '../../support/seed.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { type Fault, faulty } from './arbitraries.ts';
import {
  bodiesOf,
  type Described,
  operationsOf,
  parametersFor,
  requestOf,
} from './random-requests.ts';

export const OPTIONS = {
  numRuns: 100,
  includeErrorInReport: true,
  seed: SEED,
};

/** Defines a test for each operation of a service. @param store is open on it */
export async function testProperties(
  t: Test,
  service: Service,
  store: Pick<Opened<unknown>, 'createKey' | 'send'>,
): Promise<void> {
  const apis = await loadApis(service);
  const { id, key } = await store.createKey({
    plan: 'enterprise',
    limits: UNLIMITED,
    scopes: [...new Set(apis.flatMap(({ contract }) => contract.scopes))],
  });
  for (const operation of apis.flatMap(({ contract }) => operationsOf(contract.document))) {
    t.test(operation.operationId, async () => {
      const property = fc.asyncProperty(
        parametersFor(operation),
        bodiesOf(operation),
        async (values, payload) => {
          // It would revoke itself.
          fc.pre(values.keyId !== Number(id));
          const request = { ...requestOf(operation, values, payload), key };
          const { statusCode, payload: text } = await store.send(request);
          // No body has a tag of an arbitrary value.
          if ('If-Match' in values && values['If-Match'] !== '*')
            assert.ok(statusCode >= 400, text);
          if (statusCode === 404 || BEYOND_THE_CONTRACT.test(text)) return;
          // No cursor was issued. That the status is declared is checked of every response.
          const isRejected = statusCode === 400 || statusCode >= 500;
          assert.equal(isRejected, values.cursor !== undefined, text);
        },
      );
      await fc.assert(property, OPTIONS);
      await assertRejects(operation, (url, request) => store.send({ ...request, url, key }));
    });
  }
}

/** What a handler says of a request that fits the contract. */
const BEYOND_THE_CONTRACT =
  /"(?:from must be 0|expiresAt must be in the future|scopes\.\d+ must be one of)/;

type Send = (url: string, request: ReturnType<typeof requestOf>) => Promise<Received>;

interface Received {
  readonly statusCode: number;
  readonly payload: string;
}

/** Sends an operation faulty bodies; unknown parameters where it has none. */
export async function assertRejects(operation: Described, send: Send) {
  const { body, schemas } = operation;
  const faults: fc.Arbitrary<Fault> = body
    ? faulty(body, { schemas, direction: 'request' })
    : fc.constant({ path: ['unknown'], value: undefined });
  const property = fc.asyncProperty(parametersFor(operation), faults, async (values, fault) => {
    const request = requestOf(operation, values, fault.value);
    const { statusCode, payload } = await send(
      body ? request.url : `${request.url}&unknown=1`,
      request,
    );
    assert.equal(statusCode, 400, payload);
    assert.ok(isNamed(fault, JSON.parse(payload).message), `${fault.path} ${payload}`);
  });
  await fc.assert(property, OPTIONS);
}

/** Whether a sentence of the message begins with the name of the field, or of what it is in. */
function isNamed({ path }: Fault, message: string): boolean {
  const names = path.map((_, i) => path.slice(0, i + 1).join('.'));
  const starts = ['The body', 'The request body', ...names].flatMap((name) => [
    `${name} `,
    `${name}.`,
  ]);
  return message.split('. ').some((sentence) => starts.some((start) => sentence.startsWith(start)));
}
