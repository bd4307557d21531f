// Messages of the Model Context Protocol. The SDK speaks the protocol, and this file makes a
// request of each call.

import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract } from '../contract/index.ts';
import type { Documentation, Guide } from '../docs/index.ts';
import { shownName } from '../schema/messages.ts';
import type { Tool } from '../schema/tools.ts';
import type { Arguments, Message } from './messages.ts';
import { createOperationCall } from './operation-call.ts';

export { preloadSchemas } from '@modelcontextprotocol/server';

/** The request of a message, and what its caller may call. */
interface Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The arguments of a call, which the message lacks. */
  readonly given: Arguments;
  readonly tools: readonly Tool[];
}

/** Responds to a message, as it was read from a request. */
type Respond = (message: Message, context: Context) => Promise<Response>;

interface ProtocolOptions {
  readonly contract: Contract;
  readonly documentation: Documentation;
  readonly guideText: (guide: Guide) => string;
}

export function createProtocol(
  app: FastifyInstance,
  { contract, documentation: { guides, tools }, guideText }: ProtocolOptions,
): Respond {
  const { title, version, summary = `${title}.` } = contract.document.info;
  const info = { name: title.toLowerCase().replaceAll(/\W+/g, '-'), title, version };
  const calls = new Map(
    tools.map((tool) => [tool.name, createOperationCall(app, contract, tool)] as const),
  );

  return async (message, context) => {
    const request = withoutBody(context.request);
    const createOwn = () => createServer(context);
    if (!(await isLegacyRequest(request, message))) {
      const handler = createMcpHandler(createOwn, { legacy: 'reject' });
      return handler.fetch(request, { parsedBody: message });
    }
    // Before the revision of 2026, in which each request says what its client can do.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await createOwn().connect(transport);
    return transport.handleRequest(request, { parsedBody: message });
  };

  function createServer(context: Context): Server {
    const { tools: visible } = context;
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {} },
      instructions: `${summary} The resources are the guides of the API.`,
    });
    server.setRequestHandler('tools/list', () => ({ tools: visible.map(definitionOf) }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const isVisible = visible.some(({ name }) => name === params.name);
      const call = isVisible ? calls.get(params.name) : undefined;
      if (call) return call(context);
      const message = `There is no tool ${shownName(params.name)}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    });
    server.setRequestHandler('resources/list', () => ({ resources: guides.map(resourceOf) }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const guide = guides.find((one) => uriOf(one) === uri);
      if (!guide) throw new ResourceNotFoundError(shownName(uri));
      return { contents: [{ uri, mimeType: MARKDOWN, text: guideText(guide) }] };
    });
    return server;
  }
}

/** The request for the SDK, whose body has been read. */
function withoutBody({ headers }: FastifyRequest): Request {
  const copies = Object.entries(headers).map(([name, value]): [string, string] => {
    return [name, String(value)];
  });
  return new Request('http://localhost/mcp', { method: 'POST', headers: copies });
}

function definitionOf({ body: _, ...definition }: Tool) {
  return definition;
}

const MARKDOWN = 'text/markdown';

function uriOf({ id }: Guide): string {
  return `guide:${id}`;
}

function resourceOf(guide: Guide) {
  const { id: name, title, summary: description } = guide;
  return { uri: uriOf(guide), name, title, description, mimeType: MARKDOWN };
}
