import assert from 'node:assert/strict';
import {
  type ContractDocument,
  mediaOf,
  type Operation,
  patternOf,
  type ResponseObject,
  readOperations,
} from './document.ts';
import { parseExact } from './exact.ts';
import { isValid } from './oracle.ts';
import { meaningOf } from './parameter-meaning.ts';
import type { Context, Schema } from './schema.ts';

/** A response as a client sees it. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

export type CheckAnswer = (method: string, url: string, answer: Answer) => void;

/**
 * Headers of HTTP itself, and those that say what browsers may do with a response. The contract
 * describes them once, in its guides.
 */
const TRANSPORT = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['cache-control', 'content-security-policy', 'x-content-type-options'],
  ...['strict-transport-security', 'vary'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
]);

/** All operations have the same responses to requests that reach none of them. */
const OTHER: Readonly<Record<number, string>> = {
  ...{ 400: 'default', 401: '401', 404: 'default', 408: 'default', 429: '429', 431: 'default' },
  ...{ 501: 'default', 505: 'default' },
};

/**
 * Makes a check that a contract describes a response: its status, every header, and every field of the
 * body. The check throws an assertion error that says what is wrong.
 */
export function responseCheck(document: ContractDocument): CheckAnswer {
  const operations = readOperations(document).map((operation) => ({
    ...operation,
    pattern: patternOf(operation.path),
  }));
  const context: Context = { schemas: document.components?.schemas ?? {}, direction: 'response' };

  return (method, url, answer) => {
    const path = decodeLeniently(url.split('?', 1)[0] ?? '');
    const known = operations.filter(({ pattern }) => pattern.test(path));
    const wanted = method === 'HEAD' ? 'GET' : method;
    const operation = known.find((one) => one.method === wanted);
    const response = describedResponse(operation, known, operations, answer.statusCode);
    assert.ok(response, `${method} ${url}: the contract does not describe ${answer.statusCode}`);
    checkHeaders(response, answer, context);
    checkBody(response, method, answer, context);
  };
}

function describedResponse(
  operation: Operation | undefined,
  known: readonly Operation[],
  all: readonly Operation[],
  status: number,
): ResponseObject | undefined {
  if (operation) return operation.responses[status];
  // A method that a path does not support is described with each of those that it does.
  if (status === 405) return known[0]?.responses[405];
  return all[0]?.responses[OTHER[status] ?? ''];
}

function checkHeaders(response: ResponseObject, { headers }: Answer, context: Context) {
  const declared = Object.entries(response.headers ?? {});
  for (const [name, { required, schema }] of declared) {
    const value = headers[name.toLowerCase()];
    if (required) assert.notEqual(value, undefined, `${name} is missing`);
    if (value !== undefined)
      assert.ok(isHeader(schema, String(value), context), `${name}: ${value}`);
  }
  const names = new Set(declared.map(([name]) => name.toLowerCase()));
  const undeclared = Object.keys(headers).filter(
    (name) => !names.has(name) && !TRANSPORT.has(name),
  );
  assert.deepEqual(undeclared, [], 'the contract does not declare these headers');
}

function isHeader(schema: Schema, text: string, context: Context): boolean {
  const value = meaningOf(schema, schema.type === 'array' ? text.split(',') : text, context);
  return value !== undefined && isValid(schema, value, context);
}

function checkBody(response: ResponseObject, method: string, answer: Answer, context: Context) {
  const { statusCode, payload, headers } = answer;
  const media = mediaOf(response.content);
  const type = String(headers['content-type'] ?? '').split(';', 1)[0];
  assert.equal(type, media?.type ?? '', `${statusCode}: the Content-Type`);
  if (!media || method === 'HEAD') return assert.equal(payload, '');
  const { kind, schema } = media;
  const lines = kind === 'lines' ? payload.split('\n').filter((line) => line !== '') : [payload];
  if (kind === 'bytes') return;
  for (const text of lines) {
    const value = kind === 'text' ? text : parseExact(text);
    assert.ok(isValid(schema, value, context), `${text} does not match the contract`);
  }
  if (statusCode >= 400) assert.equal(JSON.parse(payload).status, statusCode);
}

function decodeLeniently(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return 'not a path of the contract';
  }
}
