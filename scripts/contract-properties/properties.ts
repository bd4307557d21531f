import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import type { Expected } from './automatic-handlers.ts';
import { responseCheck } from './check-response.ts';
import { type ContractDocument, mediaOf, type Operation } from './document.ts';
import { isEqual, parseExact, toJson } from './exact.ts';
import { type Request, requestsTo, type Sample } from './requests.ts';
import { type Reply, repliesOf } from './responses.ts';
import type { Context } from './schema.ts';

/*
 * The property that holds for every operation of a contract with automatic handlers: a valid request
 * reaches the handler with what it means, and its response is what the handler returned; any other
 * request is rejected before.
 */

/** A response as `inject` gives it. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

export interface Service {
  send(request: Request): Promise<Answer>;
  readonly document: ContractDocument;
  /** What the automatic handlers read. */
  readonly expected: Expected;
}

/** @throws with the smallest request that shows it, where the operation does not serve what it says */
export async function assertServed(
  operation: Operation,
  { send, document, expected }: Service,
  options: { readonly numRuns: number; readonly seed: number },
): Promise<void> {
  const context: Context = { schemas: document.components?.schemas ?? {}, direction: 'response' };
  const check = responseCheck(document);
  const cases = fc.tuple(requestsTo(operation, document), repliesOf(operation, context));
  const property = fc.asyncProperty(cases, async ([sample, reply]) => {
    Object.assign(expected, { meaning: sample.meaning, reply, fault: undefined, calls: 0 });
    // The service rejects requests that come all at once.
    await nextTick();
    const answer = await send(sample.request);
    if (expected.fault) throw expected.fault;
    const { method, url } = sample.request;
    check(method, url, answer);
    checkStatus(sample, reply, expected.calls, answer);
    if (sample.meaning && answer.statusCode < 400) checkBody(operation, reply, method, answer);
  });
  await fc.assert(property, { ...options, includeErrorInReport: true });
}

function checkStatus({ meaning, allowed }: Sample, reply: Reply, calls: number, answer: Answer) {
  const statuses = meaning ? [reply.status] : allowed;
  const said = `${answer.statusCode} ${answer.payload}`;
  assert.ok(statuses.includes(answer.statusCode), `${said}, and not ${statuses.join(' or ')}`);
  if (meaning) assert.equal(calls, 1, 'the handler is called once');
}

function checkBody(operation: Operation, reply: Reply, method: string, { payload }: Answer) {
  const media = mediaOf(operation.responses[reply.status]?.content);
  if (!media || method === 'HEAD' || media.kind === 'bytes') return;
  if (media.kind === 'text') return assert.equal(payload, reply.values[0]);
  const lines = media.kind === 'lines' ? payload.split('\n').filter(Boolean) : [payload];
  const given = lines.map(parseExact);
  const isSame = isEqual(given, reply.values);
  assert.ok(isSame, `${payload} is sent, and not ${reply.values.map(toJson).join('\n')}`);
}
