// Operations that have no handler respond with the examples of the contract, of which `Prefer`
// chooses one. What runs before a handler, and the check of what it returns, is the service's own.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../src/app.ts';
import { type Contract, type Operation, sendJson } from '../../src/contract/index.ts';
import { declaredExamples, type Example, type PathId, withId } from './declared.ts';
import { chooseExample } from './preferences.ts';

/** What the handler of the current request responds with. */
const chosen = new AsyncLocalStorage<Example>();

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
    createHandlers(database) {
      const handlers = { ...createHandlers?.(database) };
      for (const operation of contract.operations) {
        const { operationId } = operation;
        if (Object.hasOwn(handlers, operationId)) continue;
        examples.set(operationId, declaredExamples(operation));
        handlers[operationId] = exampleHandler(operation);
      }
      return handlers;
    },
    addHooks(api) {
      api.addHook('onReady', async () => {
        for (const operationId of createHandlers ? examples.keys() : []) {
          api.log.warn(`${operationId} has no handler yet: it responds with its example`);
        }
      });
      letPagesChoose(api);
      // preHandler, so that all that the service rejects is rejected before.
      api.addHook('preHandler', (request, reply, next) => {
        const all = examples.get(request.operation?.operationId);
        if (all) respond(all, request, reply, next);
        else next();
      });
    },
  };
}

function exampleHandler({ schema }: Operation) {
  const hasSeveralStatuses = Object.keys(schema.responseHeaders).length > 1;
  return (_request: never, reply: { header(name: string, value: unknown): void }) => {
    const { status, body, headers } = chosen.getStore() as Example;
    for (const [name, value] of headers) reply.header(name, value);
    return hasSeveralStatuses ? { status, body } : body;
  };
}

/** Sends an error, and leaves a success to the handler. */
function respond(
  examples: readonly Example[],
  request: FastifyRequest,
  reply: FastifyReply,
  next: () => void,
) {
  const id = pathId(request);
  const { example, applied } = chooseExample(examples, String(request.headers.prefer ?? ''), id);
  // Set here, since the check of what a handler returns knows only what the contract declares.
  reply.header('x-mock', 'true');
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  for (const name of example.otherHeaders) reply.removeHeader(name);
  const headers = example.headers.filter(([name, value]) => isOwn(name, value, request, reply));
  if (example.status < 400) {
    return chosen.run({ ...example, headers, body: withId(example.body, id) }, next);
  }
  for (const [name, value] of headers) reply.header(name, String(value));
  sendJson(reply.code(example.status), JSON.stringify(example.body));
}

/** Whether a header of an example is sent, and not what the service has set by itself. */
function isOwn(name: string, value: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (name.toLowerCase() !== 'link') return !reply.hasHeader(name);
  // Whoever follows the link to the next page has come to the last one.
  const isHere = String(value).includes(`<${request.originalUrl}>`);
  // A deprecated operation has a link to its successor, beside which others stand.
  return !isHere && reply.getHeader(name) !== value;
}

function pathId({ operation, params }: FastifyRequest): PathId | undefined {
  const [, name] = /\{([^{}]+)\}$/.exec(operation?.path ?? '') ?? [];
  if (name === undefined) return undefined;
  return { name, value: (params as Record<string, unknown>)[name] };
}

/** Lets pages of other origins that may call the API send `Prefer`, and read what came of it. */
function letPagesChoose(api: FastifyInstance) {
  const more = {
    'access-control-allow-headers': 'Prefer',
    'access-control-expose-headers': 'X-Mock, Preference-Applied',
  };
  api.addHook('onSend', (_request, reply, _payload, next) => {
    for (const [name, names] of Object.entries(more)) {
      if (reply.hasHeader(name)) reply.header(name, `${reply.getHeader(name)}, ${names}`);
    }
    next();
  });
}
