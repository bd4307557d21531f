import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { contract, type Operation, type Response } from '../../src/contract/operations.ts';

/*
 * Checks every response that a test receives against the published contract, with Ajv as it comes.
 */

/** A response as a client sees it. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

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

/** Statuses that reach no operation have the same response in all of them: their own, or `default`. */
const OF_NO_OPERATION = new Set([400, 401, 404, 408, 429, 431, 501, 505]);

const { basePath, document, operations } = contract;
const ajv = new Ajv2020({ strict: false, formats: fullFormats });
/** Headers are text, which means what its schema says. */
const ajvOfText = new Ajv2020({ strict: false, formats: fullFormats, coerceTypes: true });
for (const one of [ajv, ajvOfText]) one.addSchema(document, 'contract');

const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }));

/**
 * Checks that the contract describes a response: its status, every header, and the body.
 *
 * @throws an assertion error that says what is wrong
 */
export function checkAnswer(method: string, url: string, answer: Answer): void {
  const path = decodeLeniently(url.split('?', 1)[0] ?? '');
  const known = patterns.filter(({ pattern }) => pattern.test(path));
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = known.find(({ operation }) => operation.method === wanted);
  const { statusCode } = answer;
  const [operation, status] = found
    ? ([found.operation, statusCode] as const)
    : describedElsewhere(known[0]?.operation, statusCode);
  const response = operation?.responses[status];
  assert.ok(
    operation && response,
    `${method} ${url}: the contract does not describe ${statusCode}`,
  );
  const pointer = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status];
  checkHeaders(response, answer, pointer);
  checkBody(response, method, answer, pointer);
}

function describedElsewhere(sibling: Operation | undefined, status: number) {
  // A method that a path does not support is described with each of those that it does.
  if (status === 405) return [sibling, status] as const;
  if (!OF_NO_OPERATION.has(status)) return [undefined, status] as const;
  const [operation] = operations;
  const isCommon = status === 401 || status === 429;
  return [operation, isCommon ? status : 'default'] as const;
}

type Pointer = readonly (string | number)[];

function checkHeaders({ headers: declared = {} }: Response, { headers }: Answer, at: Pointer) {
  for (const [name, { required }] of Object.entries(declared)) {
    const value = headers[name.toLowerCase()];
    if (required) assert.notEqual(value, undefined, `${name} is missing`);
    if (value !== undefined) check(ajvOfText, [...at, 'headers', name, 'schema'], value);
  }
  const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
  const others = Object.keys(headers).filter((name) => !names.has(name) && !TRANSPORT.has(name));
  assert.deepEqual(others, [], 'the contract does not declare these headers');
}

function checkBody({ content }: Response, method: string, answer: Answer, at: Pointer) {
  const { statusCode, payload, headers } = answer;
  const [mediaType] = Object.keys(content ?? {});
  const sentType = String(headers['content-type'] ?? '').split(';', 1)[0];
  assert.equal(sentType, mediaType ?? '', `${statusCode}: the Content-Type`);
  if (mediaType === undefined || method === 'HEAD') return assert.equal(payload, '');
  const body = JSON.parse(payload);
  check(ajv, [...at, 'content', mediaType, 'schema'], body);
  if (statusCode >= 400) assert.equal(body.status, statusCode);
}

function check(validator: Ajv2020, at: Pointer, value: unknown) {
  const keys = at.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  const validate = validator.getSchema(`contract#/${keys.map(encodeURIComponent).join('/')}`);
  assert.ok(validate, `${at.join(' ')} is not in the contract`);
  assert.ok(validate(value), `${JSON.stringify(value)}: ${validator.errorsText(validate.errors)}`);
}

/** The paths that reach an operation. */
function patternOf(path: string): RegExp {
  const literals = (basePath + path).split(/\{[^}]+\}/);
  const escaped = literals.map((literal) => literal.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}$`);
}

function decodeLeniently(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return 'not a path of the contract';
  }
}
