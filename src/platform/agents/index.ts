// Agents as clients: each operation is a tool of the Model Context Protocol, over Streamable HTTP
// without sessions. A call of a tool is a request of its operation like any other.

import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { memoize } from '../async/memoize.ts';
import {
  type BodyBounds,
  bodyBounds,
  type Contract,
  type Operation,
  readJson,
  unreadableError,
} from '../contract/index.ts';
import type { Documentation, Guide } from '../docs/index.ts';
import { ApiError, errors } from '../errors/index.ts';
import type { Tool } from '../schema/tools.ts';
import { createCredits, isBeginning } from './beginnings.ts';
import { type Message, smallMessage } from './messages.ts';
import type { Limiter } from './passed-calls.ts';
import type { VisibleTools } from './protocol.ts';

export { countOnce, rejectWrongArguments } from './passed-calls.ts';

interface AgentsOptions {
  readonly contract: Contract;
  /** Loads the tools and the guides. */
  readonly documentation: () => Promise<Documentation>;
  /** The text of a guide, with the addresses of this deployment. */
  readonly guideText: (guide: Guide) => string;
  /** Whether the page that calls may do so. */
  readonly isAllowedOrigin: (request: FastifyRequest) => boolean;
  /** The error of a request that nobody may send, whatever its message. */
  readonly rejectionOf: (request: FastifyRequest) => ApiError | undefined;
  readonly limiter: Limiter;
  /** The same for a message that is counted already. */
  readonly countedLimiter: Limiter;
  /** The monotonic time. */
  readonly nowMs: () => number;
  /** Whether a caller's API key has the scopes of an operation. */
  readonly mayCall: (request: FastifyRequest, operation: Operation) => boolean;
  /** Replaces the secrets in a text: names of tools and guides, which callers may choose freely. */
  readonly withoutSecrets: (text: string) => string;
}

/** The tools by name, with their operations. */
type KnownTools = ReadonlyMap<string, { readonly tool: Tool; readonly operation: Operation }>;

/** The headers of messages, beside those of the API. */
export const MESSAGE_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID'];

/** Without a body there is nothing to parse. */
const EMPTY = Buffer.alloc(0);

/** What a message of a call has, around the arguments. */
const MESSAGE = ['jsonrpc', 'id', 'method', 'params', 'name', 'arguments', '_meta'];

/** Outside of the contract, whose operations have no such error. */
const ORIGIN_NOT_ALLOWED = new ApiError(
  'origin_not_allowed',
  403,
  'Pages of this origin may not call the service.',
);

/** Serves agents at the prefix of the plugin, for callers that are identified already. */
export async function agents(app: FastifyInstance, options: AgentsOptions): Promise<void> {
  const { isAllowedOrigin, rejectionOf, mayCall } = options;
  const { limiter, countedLimiter, nowMs, withoutSecrets } = options;
  // At the first message, since most instances never get one.
  const knownTools = memoize(() => loadTools(options));
  const loadedProtocol = memoize(() => loadProtocol(app, options));
  const credits = createCredits(nowMs);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });

  // onRequest, so that the body of a rejected request is never read. A call is counted here, too,
  // and not as a request of its operation: its caller may have no request left.
  app.addHook('onRequest', (request, reply) => {
    const isCounted = credits.take(customerIdOf(request));
    return isCounted ? countedLimiter(request, reply) : limiter(request, reply);
  });
  app.addHook('onRequest', (request, _reply, next) => {
    const { method, headers, bodyLimit } = request;
    const rejection =
      rejectionOf(request) ??
      (isAllowedOrigin(request) ? undefined : ORIGIN_NOT_ALLOWED) ??
      // Without sessions there are no streams to open, and no sessions to end.
      (method === 'POST' ? undefined : errors.methodNotAllowed(method, 'POST')) ??
      unreadableError(headers, bodyLimit);
    next(rejection);
  });

  app.all('/', async (request, reply) => {
    const { tools, bounds } = await knownTools();
    const { message, given } = smallMessage(
      readMessage(request.body as Buffer | undefined, bounds),
    );
    if (isBeginning(message)) credits.give(customerIdOf(request));
    const respond = await loadedProtocol();
    const context = { request, reply, given, tools: visibleTools(request, tools) };
    const { status, body } = await respond(message, context);
    reply.code(status);
    if (!body) return reply.send();
    // Of the SDK's headers no other: those of the connection and of caches are the service's own.
    reply.type(body.type);
    // An operation returns what it would return without agents.
    return reply.send(request.isForwarded ? body.text : withoutSecrets(body.text));
  });

  /** The tools that the caller of a request may call. */
  function visibleTools(request: FastifyRequest, tools: KnownTools): VisibleTools {
    return {
      find(name) {
        const known = tools.get(name);
        return known && mayCall(request, known.operation) ? known.tool : undefined;
      },
      all() {
        const visible = [...tools.values()].filter(({ operation }) => mayCall(request, operation));
        return visible.map(({ tool }) => tool);
      },
    };
  }
}

function readMessage(bytes: Buffer = EMPTY, bounds: BodyBounds): Message {
  const message = readJson(bytes, bounds);
  if (Array.isArray(message)) throw errors.invalidBody('Batches are not supported.');
  if (message === undefined) throw errors.bodyRequired();
  if (typeof message !== 'object') throw errors.invalidBody('The body must be a message.');
  return message as Message;
}

/** Loads the tools, and what a message may have that calls one of them. */
async function loadTools({ contract, documentation }: AgentsOptions) {
  const { tools } = await documentation();
  const bounds = bodyBounds({
    properties: Object.fromEntries(MESSAGE.map((name) => [name, {}])),
    anyOf: tools.map(({ inputSchema }) => inputSchema),
  });
  const byName: KnownTools = new Map(
    tools.map((tool) => [tool.name, { tool, operation: contract.findOperation(tool.name) }]),
  );
  return { tools: byName, bounds };
}

/** A caller without a customer never gets as far as to have a credit. */
function customerIdOf({ caller }: FastifyRequest): string {
  return String(caller.customer?.customerId);
}

/** Loads the SDK in parts, with ticks between them: other callers wait for one part at most. */
async function loadProtocol(app: FastifyInstance, options: AgentsOptions) {
  const { contract, guideText } = options;
  const { guides } = await options.documentation();
  // Node loads its fetch, with which the SDK responds, at the first use.
  Response.json({});
  await setImmediate();
  const { createProtocol, preloadSchemas } = await import('./protocol.ts');
  await setImmediate();
  preloadSchemas();
  await setImmediate();
  return createProtocol(app, { contract, guides, guideText });
}
