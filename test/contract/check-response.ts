import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from '../../generated/contract.ts';

/** An answer as a client sees it. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

interface ResponseObject {
  readonly headers?: Record<string, { required?: boolean; schema: { type: string } }>;
  readonly content?: Record<string, { schema: object }>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/**
 * Headers of HTTP itself, and those that tell browsers what an answer must not be used for. No
 * client reads them, so that the contract tells of them once, in words.
 */
const TRANSPORT = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive'],
  ...['cache-control', 'content-security-policy', 'x-content-type-options'],
  'strict-transport-security',
]);

/**
 * Checks that the contract describes an answer: its status, every header, and the body without any
 * field that is not in the schema.
 *
 * @throws an assertion error that says what is wrong
 */
export function checkAnswer(method: string, url: string, answer: Answer): void {
  const response = describedResponse(method, url, answer.statusCode);
  checkHeaders(response, answer);
  const content = response.content?.['application/json'];
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  if (method === 'HEAD') {
    assert.equal(answer.payload, '');
  } else if (content) {
    checkBody(content.schema, JSON.parse(answer.payload), answer);
  }
}

function describedResponse(method: string, url: string, status: number): ResponseObject {
  const path = decodeLeniently(url.split('?', 1)[0] ?? '');
  const item = Object.entries(contract.paths).find(([template]) =>
    new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path),
  )?.[1] as Record<string, { responses: Record<string, unknown> }> | undefined;
  const operation = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  // A method that a path does not have is described with each of the methods that it has.
  const described = operation ?? (status === 405 && item ? Object.values(item)[0] : undefined);
  const responses = (described?.responses ?? {}) as Record<string, unknown>;
  const declared = responses[status] ?? (operation ? undefined : OTHER[status]);
  assert.ok(declared, `${method} ${url}: the contract does not describe ${status}`);
  return dereference(declared) as ResponseObject;
}

/** What is answered where no operation is named: an unknown path, or a caller that does not get as far. */
const OTHER: Readonly<Record<number, unknown>> = {
  400: { $ref: '#/components/responses/OtherError' },
  401: { $ref: '#/components/responses/Unauthorized' },
  404: { $ref: '#/components/responses/OtherError' },
  408: { $ref: '#/components/responses/OtherError' },
  429: { $ref: '#/components/responses/TooManyRequests' },
  431: { $ref: '#/components/responses/OtherError' },
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
  assert.deepEqual(undeclared, [], 'the contract does not name these headers');
}

function checkBody(schema: object, body: { status?: unknown }, answer: Answer) {
  assert.ok(ajv.validate(closed(schema), body), `${answer.payload}: ${ajv.errorsText()}`);
  if (answer.statusCode >= 400) assert.equal(body.status, answer.statusCode);
}

/** The schema, but with every object closed: an answer must not have a field that the contract does not name. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' ? { ...value, additionalProperties: false } : value,
  );
}

/** Replaces every reference by what it refers to. */
export function dereference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dereference);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return dereference(resolve(value.$ref as string));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, dereference(part)]));
}

function resolve(reference: string): unknown {
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], contract);
}

function decodeLeniently(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return 'what cannot be decoded is no path of the contract';
  }
}
