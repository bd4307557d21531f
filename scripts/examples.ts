// Responds with an example from the contract where an operation has no handler. `Prefer` selects
// the example. Everything before the handler is the service's own code.

import { validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../src/app.ts';
import { type Operation, sendJson } from '../src/contract/index.ts';
import { examplesOf, isObject, type ResponseObject } from './contract/index.ts';

/** A response of the contract, with one example of its body. */
interface Example {
  readonly status: number;
  readonly headers: NonNullable<ResponseObject['headers']>;
  readonly name?: string;
  readonly body?: unknown;
}

/** An API, for the mock without its handlers. */
type Examples = Omit<Api, 'createHandlers'> & Partial<Pick<Api, 'createHandlers'>>;

/**
 * Serves an API with its handlers, and with examples for operations without a handler, which the log
 * names.
 *
 * @throws if a response has no example, or one that no header can have, when the application is
 *   built
 */
export function withExamples({ createHandlers, ...api }: Examples): Api {
  const { contract } = api;
  const examples = new Map<string | undefined, readonly Example[]>();
  return {
    ...api,
    createHandlers(resources) {
      const handlers = { ...createHandlers?.(resources) };
      for (const operation of contract.operations) {
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
        if (declared) sendExample(declared, request, reply);
        else next();
      });
    },
  };
}

/** Lists the examples in the order of the contract, in which a success comes first. */
function declaredExamples({ operationId, responses }: Operation): Example[] {
  const declared = Object.entries(responses as Record<string, ResponseObject>);
  return declared.flatMap(([code, { content, headers = {} }]): Example[] => {
    const status = Number(code);
    for (const [name, header] of Object.entries(headers)) {
      validateHeaderValue(`${name} of ${operationId}`, headerExample(header));
    }
    const media = content?.['application/json'];
    if (!media) return [{ status, headers }];
    const { example, examples = {} } = media;
    if (example !== undefined) return [{ status, headers, body: example }];
    const named = Object.entries(examples);
    if (named.length > 0) {
      return named.map(([name, { value }]) => ({ status, headers, name, body: value }));
    }
    throw new Error(
      `The operation ${operationId} has no handler, and its response ${code} has no example.`,
    );
  });
}

function sendExample(declared: readonly Example[], request: FastifyRequest, reply: FastifyReply) {
  const status = preference(request, 'status');
  const withStatus = declared.filter((one) => String(one.status) === status);
  const candidates = withStatus.length > 0 ? withStatus : declared;
  const name = preference(request, 'example');
  const named = candidates.find((one) => one.name !== undefined && one.name === name);
  // Each operation has at least one response.
  const example = named ?? (candidates[0] as Example);
  const applied: string[] = [];
  if (withStatus.length > 0) applied.push(`status=${status}`);
  if (named) applied.push(`example=${name}`);
  reply.code(example.status).header('x-mock', 'true');
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  setHeaders(example, declared, request, reply);
  if (example.body === undefined) return reply.send();
  // Errors have no serializer.
  const serialize = reply.getSerializationFunction(String(example.status)) ?? JSON.stringify;
  return sendJson(reply, serialize(withPathId(example, request)));
}

/** Sets the headers that this response declares, and removes those of the operation's others. */
function setHeaders(
  { headers }: Example,
  declared: readonly Example[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  for (const name of declared.flatMap((one) => Object.keys(one.headers))) {
    if (!(name in headers)) reply.removeHeader(name);
  }
  for (const [name, header] of Object.entries(headers)) {
    const value = headerExample(header);
    // The page that the link leads to is the last one.
    const isLinkToItself = value.includes(`<${request.originalUrl}>`);
    if (value !== '' && !isLinkToItself && !reply.hasHeader(name)) reply.header(name, value);
  }
}

/** The first example of a header; empty for none. */
function headerExample(header: Parameters<typeof examplesOf>[0]): string {
  return String(examplesOf(header)[0]?.value ?? '');
}

/** The value of a preference: a token, with or without quotes. @see RFC 7240 */
function preference({ headers }: FastifyRequest, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?([\\w.-]+)"?\\s*(?=[,;]|$)`, 'i');
  return pattern.exec(String(headers.prefer ?? ''))?.[1];
}

/** Copies the last path parameter into the body of a success: to its own name, or to `id`. */
function withPathId({ status, body }: Example, { operation, params }: FastifyRequest): unknown {
  const [, name] = /\{([^{}]+)\}$/.exec(operation?.path ?? '') ?? [];
  if (status >= 400 || name === undefined || !isObject(body)) return body;
  const field = name in body ? name : 'id';
  const id = (params as Record<string, unknown>)[name];
  const haveSameType = (typeof body[field] === 'string') === (typeof id === 'string');
  return field in body && haveSameType ? { ...body, [field]: id } : body;
}
