// Requests of an operation, as its contract was written.

import fc from 'fast-check';
import { valid } from './arbitraries.ts';
import type { Context, Schema } from './resolve.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Media {
  readonly headers?: object;
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
}

interface Operation extends Readonly<Record<string, unknown>> {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Media>>;
}

/** The operations of a path, by their methods, and the parameters that all of them have. */
type Item = { readonly parameters?: readonly Parameter[] } & object;

/** The operations of a contract as it was written. */
export function operationsOf(document: object) {
  const { servers, paths, components } = document as {
    servers: readonly { readonly url: string }[];
    paths: Record<string, Item>;
    components: { schemas: Record<string, Schema> };
  };
  const { schemas } = components;
  const basePath = servers[0]?.url;
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...item }]) =>
    Object.entries<Operation>(item).map(([method, operation]) => {
      const { parameters: own = [] } = operation;
      const all = [...shared, ...own].filter(
        (one, i, every) => every.findLastIndex(({ name }) => name === one.name) === i,
      );
      const body = operation.requestBody?.content?.['application/json'].schema;
      return { ...operation, path: `${basePath}${path}`, method, parameters: all, body, schemas };
    }),
  );
}

export type Described = ReturnType<typeof operationsOf>[number];

/** JSON in which a bigint is written in full. TypeScript does not know rawJSON. */
export function toJson(value: unknown): string {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? rawJSON(`${one}`) : one));
}

/** The values of parameters, by name. Optional ones may be absent. */
export function parametersFor({ parameters, schemas }: Described) {
  const context: Context = { schemas, direction: 'request' };
  const isSendable = (place: string) => (value: unknown) => {
    const text = String(value);
    // A query has no empty list, a path no empty part, and a header no other characters.
    if (Array.isArray(value)) return value.length > 0;
    return place === 'query' || (place === 'path' ? !/^\.*$/.test(text) : /^[!-~]+$/.test(text));
  };
  const parts = parameters.map((one) => [
    one.name,
    valid(one.schema, context).filter(isSendable(one.in)),
  ]);
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys,
  });
}

export function requestOf(
  operation: Described,
  values: Readonly<Record<string, unknown>>,
  body?: unknown,
) {
  const { parameters, path, method } = operation;
  const given = parameters.filter(({ name }) => values[name] !== undefined);
  const encoded = (value: unknown) => encodeURIComponent(String(value));
  const query = given
    .filter((one) => one.in === 'query')
    .flatMap(({ name }) => [values[name]].flat().map((one) => `${encoded(name)}=${encoded(one)}`));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => encoded(values[name]));
  const headers = given
    .filter((one) => one.in === 'header')
    .map(({ name }) => [name, `${values[name]}`]);
  return {
    method: method.toUpperCase() as 'GET',
    url: `${url}?${query.join('&')}`,
    headers: {
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: toJson(body) }),
  };
}

/** The bodies of valid requests; without one where it may be left out. */
export function bodiesOf({ body, requestBody, schemas }: Described): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined);
  const bodies = valid(body, { schemas, direction: 'request' });
  return requestBody?.required ? bodies : fc.option(bodies, { nil: undefined });
}

/** @param fixed values of parameters that all requests have */
export function requestsTo(operation: Described, fixed: Readonly<Record<string, unknown>> = {}) {
  return fc
    .tuple(parametersFor(operation), bodiesOf(operation))
    .map(([values, payload]) => requestOf(operation, { ...values, ...fixed }, payload));
}

/** JSON with the texts of its numbers. */
export function parseExact(text = ''): unknown {
  const reviver = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' ? `number ${source}` : value;
  return text === '' ? undefined : JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}

/** What handlers of an operation can return, with the JSON that it is. */
export function resultsOf(responses: Described['responses'], schemas: Context['schemas']) {
  const isReturned = (status: string) => Number(status) < 400 && status !== '304';
  const successes = Object.entries(responses).filter(([status]) => isReturned(status));
  const context: Context = { schemas, direction: 'response' };
  const headers = { Location: '/a', 'X-Total': 2n ** 62n, 'X-Done': true };
  return fc.oneof(
    ...successes.map(([code, response]) => {
      const schema = response.content?.['application/json'].schema;
      const declared = Object.keys(response.headers ?? {});
      const own = Object.entries(headers).filter(([name]) => declared.includes(name));
      const status = Number(code);
      return (schema ? valid(schema, context) : fc.constant(undefined)).map((body) => ({
        status,
        result: successes.length === 1 ? body : { status, body },
        headers: Object.fromEntries(own),
        json: body === undefined ? undefined : toJson(body),
        body,
      }));
    }),
  );
}
