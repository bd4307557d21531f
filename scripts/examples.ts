// Responds with an example from the contract where an operation has no handler. `Prefer` selects
// the example. Everything before the handler is the service's own code.

import { validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesStrongly, namesWeakly, sendJson } from '../src/platform/contract/index.ts';
import { errors } from '../src/platform/errors/index.ts';
import type { Api } from '../src/platform/versions.ts';
import { type Header, isObject, modelOf, type Operation } from './contract/index.ts';

/** A response of the contract, with one example of its body. */
interface Example {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly name?: string | undefined;
  readonly body?: unknown;
}

/** An API, for the mock without its handlers. */
type Examples = Omit<Api, 'createHandlers'> & Partial<Pick<Api, 'createHandlers'>>;

/**
 * Serves an API with its handlers, and with examples for operations without a handler, which the
 * log names.
 *
 * @throws if a response has no example, or one that no header can have, when the application is
 *   built
 */
export function withExamples({ createHandlers, ...api }: Examples): Api {
  const { contract } = api;
  const { operations } = modelOf({ ...contract.document });
  const tag = tagIn(operations);
  const examples = new Map<string | undefined, readonly Example[]>();
  return {
    ...api,
    async createHandlers(resources) {
      const handlers = { ...(await createHandlers?.(resources)) };
      for (const operation of operations) {
        const { operationId } = operation;
        if (Object.hasOwn(handlers, operationId)) continue;
        examples.set(operationId, declaredExamples(operation));
        // Never called: a preHandler hook sends the example.
        handlers[operationId] = () => undefined;
      }
      return handlers;
    },
    addHooks(api) {
      api.addHook('onReady', async () => {
        for (const operationId of createHandlers ? examples.keys() : []) {
          api.log.warn(`${operationId} has no handler yet: it responds with its example`);
        }
      });
      // preHandler, so that the service rejects invalid requests first.
      api.addHook('preHandler', (request, reply, next) => {
        const declared = examples.get(request.operation?.operationId);
        if (!declared) return next();
        const preferred = preferredExample(byCondition(declared, request, tag), request);
        if ('error' in preferred) return next(preferred.error);
        sendExample(preferred, declared, request, reply);
      });
      // The contract, from which CORS takes the headers that a page may use, has none of these.
      api.addHook('onSend', (_request, reply, _payload, next) => {
        extendList(reply, 'access-control-allow-headers', ['Prefer']);
        extendList(reply, 'access-control-expose-headers', ['Preference-Applied', 'X-Mock']);
        next();
      });
    },
  };
}

/** Lists the examples in the order of the contract, in which a success comes first. */
function declaredExamples({ operationId, responses }: Operation): Example[] {
  return responses.flatMap((response): Example[] => {
    const { headers, body } = response;
    const status = Number(response.status);
    for (const header of headers) {
      validateHeaderValue(`${header.name} of ${operationId}`, headerExample(header));
    }
    if (!body) return [{ status, headers }];
    if (body.examples.length > 0) {
      return body.examples.map(({ name, value }) => ({ status, headers, name, body: value }));
    }
    throw new Error(
      `The operation ${operationId} has no handler, and its response ${status} has no example.`,
    );
  });
}

/** The tag that all examples have; empty if the contract has no tags. */
function tagIn(operations: readonly Operation[]): string {
  const headers = operations.flatMap(({ responses }) => responses.flatMap((one) => one.headers));
  const header = headers.find(({ name }) => name === 'ETag');
  return header ? headerExample(header) : '';
}

/** The examples, with that of 304 or 412 before the success if a condition of the request says so. */
function byCondition(
  declared: readonly Example[],
  { headers }: FastifyRequest,
  tag: string,
): readonly Example[] {
  const { 'if-match': expected, 'if-none-match': known } = headers;
  const isFirst = ({ status }: Example) =>
    (status === 304 && known !== undefined && namesWeakly(known, tag)) ||
    (status === 412 && expected !== undefined && !namesStrongly(expected, tag));
  return [...declared.filter(isFirst), ...declared.filter((one) => !isFirst(one))];
}

/** Adds names to a header that lists some, if the reply has that header. */
function extendList(reply: FastifyReply, header: string, names: readonly string[]) {
  if (reply.hasHeader(header)) reply.header(header, [reply.getHeader(header), ...names].join(', '));
}

/** The example to send, and the preferences that have selected it. */
interface Preferred {
  readonly example: Example;
  readonly applied: readonly string[];
  /** Whether its name was preferred: then it is sent as it is. */
  readonly isNamed: boolean;
}

function preferredExample(
  declared: readonly Example[],
  request: FastifyRequest,
): Preferred | { readonly error: Error } {
  const preferences = readPreferences(String(request.headers.prefer ?? ''));
  // `code` is what Prism, another mock server, calls it.
  const status = preferences.get('status') ?? preferences.get('code');
  const name = preferences.get('example');
  const withStatus = declared.filter(
    (one) => status === undefined || String(one.status) === status,
  );
  const candidates = withStatus.filter((one) => name === undefined || one.name === name);
  const [example] = candidates;
  if (example) {
    const applied = [
      ...(status === undefined ? [] : [`status=${status}`]),
      ...(name === undefined ? [] : [`example=${name}`]),
    ];
    return { example, applied, isNamed: name !== undefined };
  }
  if (withStatus.length === 0) return { error: notDeclared('status', declared.map(statusOf)) };
  return { error: notDeclared('example', withStatus.map(nameOf)) };
}

function notDeclared(preference: string, known: readonly (string | number | undefined)[]): Error {
  const listed = [...new Set(known)].filter((one) => one !== undefined).join(', ');
  const those = listed === '' ? 'is not possible: none has a name' : `must be one of ${listed}`;
  return errors.invalidParameter(`In Prefer, ${preference} ${those}.`);
}

function statusOf({ status }: Example): number {
  return status;
}

function nameOf({ name }: Example): string | undefined {
  return name;
}

/** A preference with its value, and the parameters that follow it. */
const PREFERENCE =
  /(?:^|,)\s*([^\s=,;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]+))(?:"(?:[^"\\]|\\.)*"|[^,"])*/g;

/** Preferences by name, in lower case. Of those that appear twice, the first. @see RFC 7240 */
function readPreferences(header: string): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
    if (!preferences.has(key)) preferences.set(key, value);
  }
  return preferences;
}

function sendExample(
  { example, applied, isNamed }: Preferred,
  declared: readonly Example[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, body } = example;
  reply.code(status).header('x-mock', 'true');
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  setHeaders(example, declared, request, reply);
  if (body === undefined) return reply.send();
  // Errors have no serializer.
  const serialize = reply.getSerializationFunction(String(status)) ?? JSON.stringify;
  if (status >= 400) return sendJson(reply, serialize(body));
  const fitting = withPathId(firstEntries(body, request), request);
  return sendJson(
    reply,
    isNamed ? serialize(fitting) : withSentFields(fitting, request, serialize),
  );
}

/** Sets the headers that this response declares, and removes those of the operation's others. */
function setHeaders(
  { status, headers, body }: Example,
  declared: readonly Example[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const own = headers.map(({ name }) => name);
  for (const { name } of declared.flatMap((one) => one.headers)) {
    if (!own.includes(name)) reply.removeHeader(name);
  }
  for (const header of headers) {
    const { name } = header;
    const value = withLimit(headerExample(header), request);
    // The page that the link leads to is the last one.
    const isLinkToItself = value.includes(`<${request.originalUrl}>`);
    // The service has not rejected the request, and so would show that there is room for others.
    const isCount = status === 429 && /^(x-)?ratelimit/i.test(name);
    // The service links to a next page only if there are more entries.
    const isLinkOfNone = /^link$/i.test(name) && Array.isArray(body) && body.length === 0;
    if (value === '' || isLinkToItself || isLinkOfNone) continue;
    if (isCount || !reply.hasHeader(name)) reply.header(name, value);
  }
}

/** The first example of a header; empty for none. */
function headerExample({ examples }: Header): string {
  return String(examples[0]?.value ?? '');
}

/** A link to the next page, which is as long as the requested one. */
function withLimit(link: string, { query }: FastifyRequest): string {
  const { limit } = query as { readonly limit?: unknown };
  return typeof limit === 'number' ? link.replace(/([?&]limit=)\d+/, `$1${limit}`) : link;
}

/** A list with at most as many entries as the parameter `limit` says. */
function firstEntries(body: unknown, { query }: FastifyRequest): unknown {
  const { limit } = query as { readonly limit?: unknown };
  return Array.isArray(body) && typeof limit === 'number' ? body.slice(0, limit) : body;
}

/** Copies the last path parameter into the body: to its own name, or to `id`. */
function withPathId(body: unknown, { operation, params }: FastifyRequest): unknown {
  const [, name] = /\{([^{}]+)\}$/.exec(operation?.path ?? '') ?? [];
  if (name === undefined || !isObject(body)) return body;
  const field = name in body ? name : 'id';
  const id = (params as Record<string, unknown>)[name];
  const haveSameType = (typeof body[field] === 'string') === (typeof id === 'string');
  return field in body && haveSameType ? { ...body, [field]: id } : body;
}

/**
 * Serializes an example with the fields of the request's body, without those that the response
 * cannot have.
 *
 * @param serialize leaves out unknown fields, and throws if a value does not fit
 */
function withSentFields(
  example: unknown,
  { body: sent }: FastifyRequest,
  serialize: (body: unknown) => string,
): string {
  if (!isObject(example) || !isObject(sent)) return serialize(example);
  const attempt = (body: object): string | undefined => {
    try {
      return serialize(body);
    } catch {
      return undefined;
    }
  };
  // All at once first: some fit only together, such as those of a branch of a union.
  const whole = attempt({ ...example, ...sent });
  if (whole !== undefined) return whole;
  const fitting = Object.entries(sent).filter(([name, value]) => {
    return attempt({ ...example, [name]: value }) !== undefined;
  });
  return serialize({ ...example, ...Object.fromEntries(fitting) });
}
