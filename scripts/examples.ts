// Operations that have no handler respond with an example of the contract. `Prefer` chooses which.
// All that runs before a handler is the service's own.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../src/app.ts';
import { type Contract, type Operation, sendJson } from '../src/contract/index.ts';
import { examplesOf, isObject, type ResponseObject } from './contract/index.ts';

/** A response, with one example of its body. */
interface Example {
  readonly status: number;
  readonly headers: NonNullable<ResponseObject['headers']>;
  readonly name?: string;
  readonly body?: unknown;
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
        const declared = examples.get(request.operation?.operationId);
        if (declared) sendExample(declared, request, reply);
        else next();
      });
    },
  };
}

/** In the order of the contract: a success comes first. */
function declaredExamples({ operationId, responses }: Operation): Example[] {
  const declared = Object.entries(responses as Record<string, ResponseObject>);
  return declared.flatMap(([code, { content, headers = {} }]): Example[] => {
    const status = Number(code);
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
  // Errors have none.
  const serialize = reply.getSerializationFunction(String(example.status)) ?? JSON.stringify;
  return sendJson(reply, serialize(withPathId(example, request)));
}

/** Only headers that this response declares: a 408 has none of its operation. */
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
    const value = String(examplesOf(header)[0]?.value ?? '');
    // Whoever follows the link to the next page has come to the last one.
    const isLinkToItself = value.includes(`<${request.originalUrl}>`);
    if (value !== '' && !isLinkToItself && !reply.hasHeader(name)) reply.header(name, value);
  }
}

/** The value of a preference, if it is a token with quotes or without. @see RFC 7240 */
function preference({ headers }: FastifyRequest, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?([\\w.-]+)"?\\s*(?=[,;]|$)`, 'i');
  return pattern.exec(String(headers.prefer ?? ''))?.[1];
}

/** Puts the id at the end of the path into a success, by the name of the parameter or as `id`. */
function withPathId({ status, body }: Example, { operation, params }: FastifyRequest): unknown {
  const [, name] = /\{([^{}]+)\}$/.exec(operation?.path ?? '') ?? [];
  if (status >= 400 || name === undefined || !isObject(body)) return body;
  const field = name in body ? name : 'id';
  const id = (params as Record<string, unknown>)[name];
  const isAlike = (typeof body[field] === 'string') === (typeof id === 'string');
  return field in body && isAlike ? { ...body, [field]: id } : body;
}
