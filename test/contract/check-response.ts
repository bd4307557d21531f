import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from '../../generated/contract.ts';

/** A response as a client sees it. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

/** The contract with every reference replaced by what it refers to. */
export const resolvedContract = new Validator().resolveRefs({
  specification: structuredClone(contract),
}) as unknown as ResolvedContract; // The library does not know which document it resolves.

interface ResolvedContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

interface OperationObject {
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface ResponseObject {
  readonly headers?: Record<string, { required?: boolean; schema: { type: string } }>;
  readonly content?: Record<string, { schema: object }>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/**
 * Headers of HTTP itself, and those that restrict what browsers do with a response. The contract
 * describes them once, in its guide.
 */
const TRANSPORT = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive'],
  ...['cache-control', 'content-security-policy', 'x-content-type-options'],
  'strict-transport-security',
]);

/**
 * Checks that the contract describes a response: its status, every header, and every field of the
 * body.
 *
 * @throws an assertion error that says what is wrong
 */
export function checkAnswer(method: string, url: string, answer: Answer): void {
  const response = describedResponse(method, url, answer.statusCode);
  checkHeaders(response, answer);
  const content = response.content?.['application/json'];
  assert.equal(answer.headers['content-type'], 'application/json');
  if (method === 'HEAD') {
    assert.equal(answer.payload, '');
  } else if (content) {
    checkBody(content.schema, JSON.parse(answer.payload), answer);
  }
}

function describedResponse(method: string, url: string, status: number): ResponseObject {
  const path = decodeLeniently(url.split('?', 1)[0] ?? '');
  const item = Object.entries(resolvedContract.paths).find(([template]) =>
    new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.[1];
  const operation = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  // A method that a path does not support is described with each of those that it does.
  const described = operation ?? (status === 405 && item ? Object.values(item)[0] : undefined);
  const response =
    described?.responses[status] ??
    (operation ? undefined : anyOperation.responses[OTHER[status] ?? '']);
  assert.ok(response, `${method} ${url}: the contract does not describe ${status}`);
  return response;
}

/** All operations have the same responses to requests that reach none of them. */
const anyOperation = resolvedContract.paths['/pets']?.get as OperationObject;
const OTHER: Readonly<Record<number, string>> = {
  400: 'default',
  401: '401',
  404: 'default',
  408: 'default',
  429: '429',
  431: 'default',
  501: 'default',
  505: 'default',
};

function checkHeaders(response: ResponseObject, { headers }: Answer) {
  const declared = Object.entries(response.headers ?? {});
  for (const [name, { required, schema }] of declared) {
    const value = headers[name.toLowerCase()];
    if (required) assert.notEqual(value, undefined, `${name} is missing`);
    if (value === undefined) continue;
    const typed = schema.type === 'integer' ? Number(value) : value;
    assert.ok(ajv.validate(schema, typed), `${name}: ${value} ${ajv.errorsText()}`);
  }
  const names = new Set(declared.map(([name]) => name.toLowerCase()));
  const undeclared = Object.keys(headers).filter(
    (name) => !names.has(name) && !TRANSPORT.has(name),
  );
  assert.deepEqual(undeclared, [], 'the contract does not declare these headers');
}

function checkBody(schema: object, body: { status?: unknown }, answer: Answer) {
  assert.ok(ajv.validate(closed(schema), body), `${answer.payload}: ${ajv.errorsText()}`);
  if (answer.statusCode >= 400) assert.equal(body.status, answer.statusCode);
}

/** The schema with every object closed, so that an undeclared field is a violation. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' ? { ...value, additionalProperties: false } : value,
  );
}

function decodeLeniently(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return 'not a path of the contract';
  }
}
