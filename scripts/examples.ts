// Operations that have no handler respond with the examples of the contract, of which `Prefer`
// chooses one. All that runs before a handler is the service's own.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../src/app.ts';
import { type Contract, type Operation, sendJson } from '../src/contract/index.ts';
import { examplesOf, isObject, type ResponseObject } from './contract/index.ts';

/** A response, with one example of its body. */
interface Example {
  readonly status: number;
  readonly name?: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Those that only other responses declare: a 408 has no headers of an operation. */
  readonly otherHeaders: readonly string[];
}

/**
 * Serves a contract with the handlers that there are, and with examples where there is none, which
 * the log says.
 *
 * @param createHandlers undefined where there are none, as in the mock
 * @throws when it is built, naming the response that has no example
 */
export function withExamples(contract: Contract, createHandlers?: Api['createHandlers']): Api {
  const examples = new Map<string | undefined, readonly Example[]>();
  return {
    contract,
    createHandlers(resources) {
      const handlers = { ...createHandlers?.(resources) };
      for (const operation of contract.operations) {
        const { operationId } = operation;
        if (Object.hasOwn(handlers, operationId)) continue;
        examples.set(operationId, declaredExamples(operation));
        // Never called: the example is sent before.
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
      // preHandler, so that all that the service rejects is rejected before.
      api.addHook('preHandler', (request, reply, next) => {
        const all = examples.get(request.operation?.operationId);
        if (all) sendExample(all, request, reply);
        else next();
      });
    },
  };
}

/** In the order of the contract: a success comes first. */
function declaredExamples({ operationId, responses }: Operation): Example[] {
  const all = Object.entries(responses as Record<string, ResponseObject>);
  const headerNames = all.flatMap(([, { headers = {} }]) => Object.keys(headers));
  return all.flatMap(([status, { content, headers = {} }]): Example[] => {
    const values = Object.entries(headers).map(([name, one]) => [name, examplesOf(one)[0]?.value]);
    const common = {
      status: Number(status),
      headers: Object.fromEntries(values),
      otherHeaders: headerNames.filter((name) => !(name in headers)),
    };
    const media = content?.['application/json'];
    if (!media) return [{ ...common, body: undefined }];
    const { example, examples = {} } = media;
    if (example !== undefined) return [{ ...common, body: example }];
    const named = Object.entries(examples);
    if (named.length > 0)
      return named.map(([name, { value }]) => ({ ...common, name, body: value }));
    throw new Error(
      `The operation ${operationId} has no handler, and its response ${status} has no example.`,
    );
  });
}

function sendExample(all: readonly Example[], request: FastifyRequest, reply: FastifyReply) {
  const preferredStatus = preference(request, 'status');
  const ofStatus = all.filter(({ status }) => String(status) === preferredStatus);
  const candidates = ofStatus.length > 0 ? ofStatus : all;
  const preferredName = preference(request, 'example');
  const named = candidates.find(({ name }) => name !== undefined && name === preferredName);
  // Each operation has at least one response.
  const { status, body, headers, otherHeaders } = named ?? (candidates[0] as Example);
  const applied = [
    ...(ofStatus.length > 0 ? [`status=${preferredStatus}`] : []),
    ...(named ? [`example=${preferredName}`] : []),
  ];
  reply.code(status).header('x-mock', 'true');
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  for (const name of otherHeaders) reply.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) {
    // Whoever follows the link to the next page has come to the last one.
    const isLinkToItself = String(value).includes(`<${request.originalUrl}>`);
    const isSent = value !== undefined && !isLinkToItself && !reply.hasHeader(name);
    if (isSent) reply.header(name, String(value));
  }
  if (body === undefined) return reply.send();
  // Errors have none.
  const serialize = reply.getSerializationFunction(String(status)) ?? JSON.stringify;
  return sendJson(reply, serialize(status < 400 ? withPathId(body, request) : body));
}

/** The value of a preference, if it is a token with quotes or without. @see RFC 7240 */
function preference({ headers }: FastifyRequest, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?([\\w.-]+)"?\\s*(?=[,;]|$)`, 'i');
  return pattern.exec(String(headers.prefer ?? ''))?.[1];
}

/** A body as if it were of what the path ends in: by the name of the parameter, or else by `id`. */
function withPathId(body: unknown, { operation, params }: FastifyRequest): unknown {
  const [, name] = /\{([^{}]+)\}$/.exec(operation?.path ?? '') ?? [];
  if (name === undefined || !isObject(body)) return body;
  const field = name in body ? name : 'id';
  const id = (params as Record<string, unknown>)[name];
  const isAlike = (typeof body[field] === 'string') === (typeof id === 'string');
  return field in body && isAlike ? { ...body, [field]: id } : body;
}
