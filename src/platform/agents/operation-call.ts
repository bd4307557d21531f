// A call of a tool as a request of its operation, and the response as the tool's result.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract, Operation } from '../contract/index.ts';
import { type ApiError, errors } from '../errors/index.ts';
import type { Schema } from '../schema/schemas.ts';
import type { Tool } from '../schema/tools.ts';
import { compileCheck } from '../schema/validation.ts';
import { textOf } from '../schema/written-numbers.ts';
import { withIntegers } from './integers-as-text.ts';
import { type InternalRequest, type InternalResponse, sendInternally } from './internal-request.ts';
import type { Arguments } from './messages.ts';

/** A message that calls a tool, and the response to it. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly given: Arguments;
}

export interface OperationResult {
  /** What a client over HTTP learns from status and headers. */
  readonly meta: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  /** An object in JSON. Undefined for a success without a body. */
  readonly text?: string;
  readonly isError: boolean;
}

export type OperationCall = (call: Call) => Promise<OperationResult>;

/** What a request has in common with the one that brought the call. */
const COMMON_HEADERS = [
  'authorization',
  'host',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
  'x-forwarded-proto',
];

export function createOperationCall(
  app: FastifyInstance,
  contract: Contract,
  tool: Tool,
): OperationCall {
  const operation = partForAgents(contract.findOperation(tool.name), tool);
  const { method, route: url } = operation;
  const requestOf = requestMaker(operation, tool);
  const checkParameters = compileCheck(parametersSchema(operation, tool), {
    source: 'json',
    direction: 'request',
    noun: 'argument',
  });

  /** The error of arguments that would be lost in a request. */
  function errorIn(given: Arguments): ApiError | undefined {
    const [violation = dotSegmentIn(operation, given)] = checkParameters({ ...given });
    return violation === undefined ? undefined : errors.invalidParameter(violation);
  }

  return async ({ request: outer, reply, given: written }) => {
    const present = withoutNulls(written, tool.inputSchema);
    const given = withIntegers(present, tool.inputSchema) as Arguments;
    const wrongArguments = errorIn(given);
    const own = wrongArguments ? { method, url, headers: {} } : requestOf(given);
    const headers = { ...commonHeaders(outer), ...own.headers };
    outer.isForwarded = true;
    const call = { counted: reply, wrongArguments };
    const response = await sendInternally(app, outer.raw, { ...own, headers, call });
    return response.statusCode < 400 ? resultOf(response, tool) : errorOf(response);
  };
}

/** An operation without the parameters that agents do not have. */
function partForAgents(operation: Operation, tool: Tool): Operation {
  const parameters = operation.parameters.filter(({ name }) => tool.parameters.includes(name));
  return { ...operation, parameters };
}

/** Without the arguments that are null where their schema has no null: many agents send all. */
function withoutNulls(given: Arguments, { properties }: Tool['inputSchema']): Arguments {
  const schemas = (properties ?? {}) as Readonly<Record<string, Schema>>;
  const entries = Object.entries(given).filter(([name, value]) => {
    const schema = schemas[name];
    return value !== null || schema === undefined || canBeNull(schema);
  });
  return Object.fromEntries(entries);
}

function canBeNull({ type, oneOf = [], anyOf = [] }: Schema): boolean {
  const branches = [...(oneOf as Schema[]), ...(anyOf as Schema[])];
  return [type].flat().includes('null') || branches.some(canBeNull);
}

/**
 * The parameters as JSON has them: as text, `"5"` would pass for an integer. The body is checked
 * by the operation.
 */
function parametersSchema({ parameters, schema }: Operation, { inputSchema, body }: Tool): Schema {
  const sources = { path: schema.params, query: schema.querystring, header: schema.headers };
  const properties = parameters.map(({ name, in: place }) => {
    const key = place === 'header' ? name.toLowerCase() : name;
    return [name, sources[place]?.properties[key]];
  });
  const required = (inputSchema.required ?? []) as string[];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(body === 'body' && { body: {} }),
    },
    required: required.filter((name) => parameters.some((one) => one.name === name)),
    ...(body !== 'fields' && { additionalProperties: false }),
  };
}

/** A part of a path that would lead to another path, percent-encoded or not. */
const DOT_SEGMENT = /^\.{1,2}$/;

/** Says which argument would make it another path. @see https://url.spec.whatwg.org/#path-state */
function dotSegmentIn({ parameters }: Operation, given: Arguments): string | undefined {
  const found = parameters.find(
    ({ name, in: place }) => place === 'path' && DOT_SEGMENT.test(written(given[name])),
  );
  return found && `${found.name} must not be . or ..`;
}

/** Returns a function that makes a request of arguments. */
function requestMaker({ method, route, parameters }: Operation, tool: Tool) {
  const places = new Map(parameters.map((one) => [one.name, one.in]));

  return (given: Arguments): Omit<InternalRequest, 'call'> => {
    const query: [name: string, text: string][] = [];
    const headers: Record<string, string> = {};
    const fields: Record<string, unknown> = {};
    let path = route;
    for (const [name, value] of Object.entries(given)) {
      const place = places.get(name);
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(written(value)));
      else if (place === 'header') headers[name.toLowerCase()] = written(value);
      // A list is sent as a parameter for each of its values.
      else if (place) for (const one of [value].flat()) query.push([name, written(one)]);
      else fields[name] = value;
    }
    const content = tool.body === 'body' ? fields.body : tool.body && fields;
    const body = content === undefined ? undefined : JSON.stringify(content, asWritten);
    if (body !== undefined) headers['content-type'] = 'application/json';
    const url = query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
    return { method, url, headers, body };
  };
}

function commonHeaders({ headers, id }: FastifyRequest): Record<string, string> {
  const common: Record<string, string> = { 'x-request-id': id };
  for (const name of COMMON_HEADERS) {
    const value = headers[name];
    if (value !== undefined) common[name] = String(value);
  }
  return common;
}

/** A success. A list gets a field of its own, beside the cursor of its next page. */
function resultOf(response: InternalResponse, { hasTag }: Tool): OperationResult {
  const { body, headers } = response;
  const result = { meta: metaOf(response), isError: false };
  if (body === '') return result;
  if (hasTag) {
    const tagged = { ...(parseExactly(body) as object), etag: headers.etag };
    return { ...result, text: JSON.stringify(tagged) };
  }
  if (!body.startsWith('[')) return { ...result, text: body };
  const cursor = nextCursor(String(headers.link));
  const next = cursor === undefined ? '' : `,"nextCursor":${JSON.stringify(cursor)}`;
  return { ...result, text: `{"items":${body}${next}}` };
}

function errorOf(response: InternalResponse): OperationResult {
  const { 'retry-after': retryAfter } = response.headers;
  const wait = retryAfter === undefined ? undefined : { retryAfterSeconds: Number(retryAfter) };
  const text = JSON.stringify({ ...JSON.parse(response.body), ...wait });
  return { meta: metaOf(response), text, isError: true };
}

function metaOf({ statusCode: status, headers }: InternalResponse): OperationResult['meta'] {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_HTTP.has(name)) shown[name] = String(value);
  }
  return { status, headers: shown };
}

/** Headers that say nothing about a result. */
const OF_HTTP = new Set([
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
]);

/** @see RFC 8288 section 3 */
const NEXT = /<[^>]*[?&]cursor=([^&>]*)[^>]*>;\s*rel="next"/;

function nextCursor(link: string): string | undefined {
  const [, cursor] = NEXT.exec(link) ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}

/** The text of an argument in a URL or a header. */
function written(value: unknown): string {
  return textOf(value) ?? String(value);
}

// JSON.rawJSON, and the source text of a number, are part of Node 22. TypeScript does not know
// them.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** A replacer of JSON.stringify that writes numbers as they were written. */
function asWritten(_key: string, value: unknown): unknown {
  const text = textOf(value);
  return text === undefined ? value : rawJSON(text);
}

/** Parses JSON so that JSON.stringify writes each number as it was. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, keepNumber);
}

const keepNumber = ((_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? rawJSON(source) : value) as (key: string, value: unknown) => unknown;
