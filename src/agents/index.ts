// Agents as clients: each operation is a tool of the Model Context Protocol, over Streamable HTTP
// without sessions. A call of a tool is a request of its operation like any other.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  bodyBounds,
  type Contract,
  type Operation,
  readJson,
  unreadableError,
} from '../contract/index.ts';
import type { Documentation, Guide } from '../docs/index.ts';
import { ApiError, errors } from '../errors/index.ts';

export { rejectWrongArguments } from './wrong-arguments.ts';

interface AgentsOptions {
  readonly contract: Contract;
  readonly documentation: Documentation;
  /** The text of a guide, with the addresses of this deployment. */
  readonly guideText: (guide: Guide) => string;
  /** Whether the page that calls may do so. */
  readonly isAllowedOrigin: (request: FastifyRequest) => boolean;
  /** The error of a request that nobody may send, whatever its message. */
  readonly rejectionOf: (request: FastifyRequest) => ApiError | undefined;
  /** Counts a request. @throws 429 over a limit of its caller */
  readonly limiter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Whether a caller's API key has the scopes of an operation. */
  readonly mayCall: (request: FastifyRequest, operation: Operation) => boolean;
  /** Replaces the secrets in a text: names of tools and guides, which callers may choose freely. */
  readonly withoutSecrets: (text: string) => string;
}

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

/** What a message of a call looks like. */
interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown };
}

/** Serves agents at the prefix of the plugin, for callers that are identified already. */
export async function agents(app: FastifyInstance, options: AgentsOptions): Promise<void> {
  const { contract, documentation, isAllowedOrigin, rejectionOf, limiter, mayCall } = options;
  const { withoutSecrets } = options;
  const tools = documentation.tools.map((tool) => {
    return { tool, operation: contract.findOperation(tool.name) };
  });
  const bounds = bodyBounds({
    properties: Object.fromEntries(MESSAGE.map((name) => [name, {}])),
    anyOf: documentation.tools.map(({ inputSchema }) => inputSchema),
  });
  /** Loaded with the first message: most instances serve no agents. */
  let protocol: ReturnType<typeof loadProtocol> | undefined;
  const loadProtocol = async () => {
    const { createProtocol } = await import('./protocol.ts');
    return createProtocol(app, options);
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });

  // onRequest, so that the body of a rejected request is never read.
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions } = request;
    const rejection =
      rejectionOf(request) ??
      (isAllowedOrigin(request) ? undefined : ORIGIN_NOT_ALLOWED) ??
      // Without sessions there are no streams to open, and no sessions to end.
      (method === 'POST' ? undefined : errors.methodNotAllowed(method, 'POST')) ??
      unreadableError(headers, routeOptions.bodyLimit);
    if (!rejection) return;
    await limiter(request, reply);
    throw rejection;
  });

  app.all('/', async (request, reply) => {
    const message = await readMessage(request, reply);
    const visible = tools
      .filter(({ operation }) => mayCall(request, operation))
      .map(({ tool }) => tool);
    const isCall =
      message.method === 'tools/call' && visible.some(({ name }) => name === message.params?.name);
    // The operation's own request counts a call.
    if (!isCall) await limiter(request, reply);
    protocol ??= loadProtocol();
    const respond = await protocol;
    const response = await respond(message, { request, tools: visible });
    // It has not become one: the protocol has rejected it.
    if (isCall && !request.isForwarded) await limiter(request, reply);
    reply.code(response.status).headers(Object.fromEntries(response.headers));
    // A notification is accepted without a response.
    if (!response.body) return reply.send();
    const text = await response.text();
    // An operation returns what it would return without agents.
    return reply.send(isCall ? text : withoutSecrets(text));
  });

  async function readMessage(request: FastifyRequest, reply: FastifyReply): Promise<Message> {
    try {
      const message = readJson((request.body as Buffer | undefined) ?? EMPTY, bounds);
      if (Array.isArray(message)) throw errors.invalidBody('Batches are not supported.');
      if (message === undefined) throw errors.bodyRequired();
      if (typeof message !== 'object') throw errors.invalidBody('The body must be a message.');
      return message as Message;
    } catch (error) {
      await limiter(request, reply);
      throw error;
    }
  }
}
