import assert from 'node:assert/strict';
import type { Operation } from './document.ts';
import { compare, type Exact, isArray, isNumber, isObject, toJson } from './exact.ts';
import { fromHandlerValue } from './handler-values.ts';
import { schemaOf } from './parameters.ts';
import type { Meaning } from './requests.ts';
import type { Reply } from './responses.ts';
import type { Context } from './schema.ts';
import { defaultOf, withDefaults } from './values.ts';

/*
 * Handlers for the operations of any contract: each checks that it was given what the request meant, and
 * returns what the test has decided.
 */

/** What the next call of a handler is given and returns. */
export interface Expected {
  meaning: Meaning | undefined;
  reply: Reply | undefined;
  /** What a handler was given wrongly. */
  fault: unknown;
  calls: number;
}

/** A request as handlers see it. */
interface Given {
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, unknown>> | undefined;
  readonly cookies: Readonly<Record<string, unknown>> | undefined;
  readonly body: unknown;
}

interface Sets {
  header(name: string, value: unknown): unknown;
}

type Handler = (request: Given, reply: Sets) => Promise<unknown>;

const PLACES = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** @param expected what the test writes before each request */
export function automaticHandlers(
  operations: readonly Operation[],
  context: Context,
  expected: Expected,
): Record<string, Handler> {
  const handlers = operations.map((operation): [string, Handler] => [
    operation.operationId,
    async (request, reply) => {
      expected.calls += 1;
      // Read whole, since a fault of a stream shows only then.
      const isStream = operation.body?.kind === 'bytes' || operation.body?.kind === 'lines';
      const body = isStream && request.body ? await collect(request.body) : request.body;
      try {
        if (expected.meaning)
          checkGiven(operation, { ...request, body }, expected.meaning, context);
      } catch (error) {
        expected.fault ??= error;
      }
      for (const [name, value] of expected.reply?.headers ?? []) reply.header(name, value);
      return expected.reply?.result;
    },
  ]);
  return Object.fromEntries(handlers);
}

function checkGiven(operation: Operation, request: Given, meaning: Meaning, context: Context) {
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    const schema = schemaOf(parameter);
    const sent = meaning.parameters.get(parameter);
    const wanted =
      sent === undefined ? defaultOf(schema, context) : withDefaults(schema, sent, context);
    const values = request[PLACES[place]] ?? {};
    const key = place === 'header' ? name.toLowerCase() : name;
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    checkSame(wanted, value, `${place} parameter ${name}`);
  }
  const { body } = operation;
  if (!body) return;
  const sent = meaning.body;
  if (!sent) return assert.equal(request.body, undefined, 'no body was sent');
  const values = sent.values.map((value) => withDefaults(body.schema, value, context));
  if (body.kind === 'bytes') {
    return assert.deepEqual(Buffer.concat(request.body as Buffer[]), sent.payload);
  }
  if (body.kind === 'lines') return checkSame(values, request.body, 'the lines');
  checkSame(values[0], request.body, 'the body');
}

async function collect(body: unknown): Promise<unknown[]> {
  const parts: unknown[] = [];
  // A body that is streamed, which the contract's media type says.
  for await (const part of body as AsyncIterable<unknown>) parts.push(part);
  return parts;
}

function checkSame(wanted: Exact | undefined, value: unknown, what: string) {
  if (wanted === undefined) return assert.equal(value, undefined, what);
  const given = value === undefined ? undefined : fromHandlerValue(value);
  const isSame = given !== undefined && isSameValue(wanted, given);
  assert.ok(isSame, `${what} is ${given && toJson(given)}, and not ${toJson(wanted)}`);
}

/** Whether a value is what was sent, where a decimal may have been rounded to a double. */
function isSameValue(sent: Exact, given: Exact): boolean {
  if (isNumber(sent)) {
    if (!isNumber(given)) return false;
    const isInteger = /^-?\d+$/.test(sent.number);
    return isInteger
      ? compare(sent.number, given.number) === 0
      : Number(sent.number) === Number(given.number);
  }
  if (isArray(sent)) {
    if (!isArray(given) || sent.length !== given.length) return false;
    return sent.every((item, index) => isSameValue(item, given[index] ?? null));
  }
  if (!isObject(sent)) return sent === given;
  if (!isObject(given) || sent.fields.length !== given.fields.length) return false;
  const fields = new Map(given.fields);
  return sent.fields.every(([name, field]) => {
    const twin = fields.get(name);
    return twin !== undefined && isSameValue(field, twin);
  });
}
