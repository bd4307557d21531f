// Checks a response against the contract as it was written, by other code than the service has.

import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContractDocument } from '../../../src/platform/contract/operations.ts';
import type { Apis } from '../../../src/platform/versions.ts';
import { type Context, seen } from './resolve.ts';

/** A response as a client sees it. */
interface Received {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

export type CheckResponse = (method: string, url: string, received: Received) => void;

interface Described {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: { readonly 'application/json': { readonly schema: object } };
}

interface Header {
  readonly required?: boolean;
  readonly schema: object;
}

interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly responses: Readonly<Record<string, Described>>;
}

/**
 * Headers of HTTP itself, and those that say what browsers may do with a response. The contract
 * describes them once, in its guides.
 */
const TRANSPORT = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
]);

/**
 * What gets a request that reaches no operation: all declare it alike. 400 and 404 are like 408.
 */
const OTHER: Readonly<Record<number, string>> = {
  400: '408',
  401: '401',
  404: '408',
  408: '408',
  429: '429',
  431: '431',
  501: '501',
  505: '505',
};

/**
 * Makes a check that a contract describes a response: its status, every header, and every field of
 * the body. It knows nothing of how the service does it: the schemas are Ajv's own to read.
 */
export function responseCheck(document: ContractDocument): CheckResponse {
  const operations = readOperations(document);
  const isValid = schemaCheck(document);
  return (method, url, received) => {
    const path = decodeLeniently(url.split('?', 1)[0] ?? '');
    const known = operations.filter(({ pattern }) => pattern.test(path));
    const operation = known.find((one) => one.method === method.replace('HEAD', 'GET'));
    const { statusCode } = received;
    const other = statusCode === 405 && known[0] ? '405' : OTHER[statusCode];
    const response =
      operation?.responses[statusCode] ??
      (operation ? undefined : (known[0] ?? operations[0])?.responses[other ?? '']);
    assert.ok(response, `${method} ${url}: the contract does not describe ${statusCode}`);
    checkHeaders(response, received, isValid);
    checkBody(response, method, received, isValid);
  };
}

type IsValid = (schema: object, value: unknown, isText?: boolean) => boolean;

function schemaCheck({ components = {} }: ContractDocument): IsValid {
  const [ofJson, ofText] = [false, true].map((coerceTypes) => {
    const formats = { int32: true, int64: true, float: true, double: true } as const;
    return addFormats.default(new Ajv2020({ strict: false, coerceTypes, formats }));
  });
  const schemas = (components.schemas ?? {}) as Context['schemas'];
  const compiled = new Map<string, ValidateFunction | undefined>();
  return (schema, value, isText = false) => {
    // Many responses have the same headers.
    const id = JSON.stringify([isText, schema]);
    const whole = { properties: { value: schema }, components };
    const validate =
      compiled.get(id) ??
      (isText ? ofText : ofJson)?.compile(
        seen(whole, { schemas, direction: 'response' }) as object,
      );
    compiled.set(id, validate);
    return validate?.({ value }) === true;
  };
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

function readOperations({ servers, paths }: ContractDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, { responses }]) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${servers[0]?.url}${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
        responses,
      })),
  );
}

function checkHeaders({ headers: all = {} }: Described, { headers }: Received, isValid: IsValid) {
  const declared = Object.entries(all);
  for (const [name, { required, schema }] of declared) {
    const text = headers[name.toLowerCase()];
    if (required) assert.notEqual(text, undefined, `${name} is missing`);
    assert.ok(text === undefined || isValid(schema, text, true), `${name}: ${text}`);
  }
  const names = new Set(declared.map(([name]) => name.toLowerCase()));
  const isUndeclared = (name: string) => !names.has(name) && !TRANSPORT.has(name);
  const undeclared = Object.keys(headers).filter(isUndeclared);
  assert.deepEqual(undeclared, [], 'the contract does not declare these headers');
}

function checkBody({ content }: Described, method: string, received: Received, isValid: IsValid) {
  const { statusCode, payload, headers } = received;
  const type = String(headers['content-type'] ?? '');
  assert.equal(type, content ? 'application/json' : '', `${statusCode}: the Content-Type`);
  if (!content || method === 'HEAD') return assert.equal(payload, '');
  const body = JSON.parse(payload);
  const { schema } = content['application/json'];
  assert.ok(isValid(schema, body), `${payload} does not match the contract`);
  if (statusCode >= 400) assert.equal(body.status, statusCode);
}

function decodeLeniently(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return 'not a path of the contract';
  }
}

/** Checks that contracts describe a response, each of them below its base path. */
export function responseChecks(apis: Apis): CheckResponse {
  const checks = apis.map(({ contract }) => ({
    basePath: contract.basePath,
    check: responseCheck(contract.document),
  }));
  return (method, url, received) => {
    const own = checks.find(({ basePath }) => url.startsWith(`${basePath}/`)) ?? checks[0];
    own?.check(method, url, received);
  };
}
