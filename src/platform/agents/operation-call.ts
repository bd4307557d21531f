// A call of a tool as a request of its operation, and the response as the tool's result.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallToolResult as ToolResult } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import inject, { type Response as InjectedResponse, type InjectOptions } from 'light-my-request';
import type { Contract, Operation } from '../contract/index.ts';
import { errors } from '../errors/index.ts';
import type { Schema } from '../schema/schemas.ts';
import type { Tool } from '../schema/tools.ts';
import { compileCheck } from '../schema/validation.ts';
import { textOf } from '../schema/written-numbers.ts';
import { withIntegers } from './integers-as-text.ts';
import type { Arguments } from './messages.ts';
import { passOn } from './passed-calls.ts';

/** A message that calls a tool, and the response to it. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly given: Arguments;
}

export type OperationCall = (call: Call) => Promise<ToolResult>;

/** What a request has in common with the one that brought the call. */
const COMMON_HEADERS = [
  'authorization',
  'host',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
  'x-forwarded-proto',
];

const LIMIT_HEADER = /^(?:x-)?ratelimit/;

export function createOperationCall(
  app: FastifyInstance,
  contract: Contract,
  tool: Tool,
): OperationCall {
  const operation = contract.findOperation(tool.name);
  const checkParameters = compileCheck(parametersSchema(operation, tool), {
    source: 'json',
    direction: 'request',
    noun: 'argument',
  });

  return async ({ request, reply: outer, given: written }) => {
    const present = withoutNulls(written, tool.inputSchema);
    const given = withIntegers(present, tool.inputSchema) as Arguments;
    const [violation = dotSegmentIn(operation, given)] = checkParameters({ ...given });
    const { method, route: url } = operation;
    const { headers, ...options } =
      violation === undefined ? requestOf(operation, tool, given) : { method, url, headers: {} };
    const dispatch = (raw: IncomingMessage, reply: ServerResponse) => {
      const wrongArguments =
        violation === undefined ? violation : errors.invalidParameter(violation);
      passOn(raw, { limitHeaders: limitHeadersOf(outer), wrongArguments });
      app.routing(raw, reply);
    };
    request.isForwarded = true;
    // Not by Fastify's own inject, which rejects whatever is sent once the instance closes.
    const response = await inject(dispatch, {
      ...options,
      headers: { ...commonHeaders(request), ...headers },
      // Its caller is counted by its own address.
      remoteAddress: String(request.socket.remoteAddress),
    });
    return response.statusCode < 400 ? resultOf(response, tool) : errorOf(response);
  };
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

function requestOf(operation: Operation, tool: Tool, given: Arguments) {
  const places = new Map(operation.parameters.map((one) => [one.name, one.in]));
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  const fields: Record<string, unknown> = {};
  let path = operation.route;
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(written(value)));
    else if (place === 'header') headers[name] = written(value);
    // A list is sent as a parameter for each of its values.
    else if (place) for (const one of [value].flat()) query.append(name, written(one));
    else fields[name] = value;
  }
  const body = tool.body === 'body' ? fields.body : tool.body && fields;
  const payload = body === undefined ? undefined : JSON.stringify(body, asWritten);
  if (payload !== undefined) headers['content-type'] = 'application/json';
  return {
    method: operation.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers,
    ...(payload !== undefined && { payload }),
  } satisfies InjectOptions;
}

function commonHeaders({ headers, id }: FastifyRequest): Record<string, string> {
  const common: Record<string, string> = { 'x-request-id': id };
  for (const name of COMMON_HEADERS) {
    const value = headers[name];
    if (value !== undefined) common[name] = String(value);
  }
  return common;
}

function limitHeadersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders());
  const ofLimits = entries.filter(([name]) => LIMIT_HEADER.test(name));
  return Object.fromEntries(ofLimits.map(([name, value]) => [name, String(value)]));
}

/** A success. A list gets a field of its own, beside the cursor of its next page. */
function resultOf(
  { payload, headers, statusCode }: InjectedResponse,
  { hasTag }: Tool,
): ToolResult {
  const _meta = metaOf(statusCode, headers);
  if (payload === '') return { _meta, content: [] };
  if (hasTag) {
    const structuredContent = { ...JSON.parse(payload, keepNumber), etag: headers.etag };
    const text = JSON.stringify(structuredContent);
    return { _meta, content: [{ type: 'text', text }], structuredContent };
  }
  const cursor = payload.startsWith('[') ? nextCursor(String(headers.link)) : undefined;
  const next = cursor === undefined ? '' : `,"nextCursor":${JSON.stringify(cursor)}`;
  const text = payload.startsWith('[') ? `{"items":${payload}${next}}` : payload;
  const structuredContent = JSON.parse(text, keepNumber);
  return { _meta, content: [{ type: 'text', text }], structuredContent };
}

function errorOf({ payload, headers, statusCode }: InjectedResponse): ToolResult {
  const { 'retry-after': retryAfter } = headers;
  const wait = retryAfter === undefined ? undefined : { retryAfterSeconds: Number(retryAfter) };
  const text = JSON.stringify({ ...JSON.parse(payload), ...wait });
  return { _meta: metaOf(statusCode, headers), content: [{ type: 'text', text }], isError: true };
}

/** What a client over HTTP learns from status and headers. */
function metaOf(status: number, headers: InjectedResponse['headers']) {
  const shown = Object.entries(headers).filter(([name]) => !OF_HTTP.has(name));
  return {
    status,
    headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
  };
}

/** Headers that say nothing about a result. */
const OF_HTTP = new Set([
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
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

/** A reviver of JSON.parse that keeps the text of each number for JSON.stringify. */
const keepNumber = ((_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? rawJSON(source) : value) as (key: string, value: unknown) => unknown;
