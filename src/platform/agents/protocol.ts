// Messages of the Model Context Protocol. The SDK speaks the protocol, but for calls as most agents
// send them (plain-calls.ts). Each call becomes a request of its operation.

import {
  type CallToolResult,
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  specTypeSchemas,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract } from '../contract/index.ts';
import type { Guide } from '../docs/index.ts';
import { shownName } from '../schema/sentences.ts';
import type { Tool } from '../schema/tools.ts';
import { instructionsFor } from './instructions.ts';
import type { Arguments, Message } from './messages.ts';
import {
  createOperationCall,
  type OperationCall,
  type OperationResult,
  parseExactly,
} from './operation-call.ts';
import { plainCallIn, plainResponse } from './plain-calls.ts';

export { preloadSchemas } from '@modelcontextprotocol/server';

/** The request of a message, and what its caller may call. */
interface Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The arguments of a call, which the message lacks. */
  readonly given: Arguments;
  readonly tools: VisibleTools;
}

/** The tools that a caller may call. */
export interface VisibleTools {
  find(name: string): Tool | undefined;
  all(): readonly Tool[];
}

interface Answer {
  readonly status: number;
  /** Absent for a notification, which is accepted without a response. */
  readonly body?: { readonly type: string; readonly text: string };
}

/** Responds to a message, as it was read from a request. */
type Respond = (message: Message, context: Context) => Promise<Answer>;

interface ProtocolOptions {
  readonly contract: Contract;
  readonly guides: readonly Guide[];
  readonly guideText: (guide: Guide) => string;
}

export function createProtocol(
  app: FastifyInstance,
  { contract, guides, guideText }: ProtocolOptions,
): Respond {
  const { title, version, summary = `${title}.` } = contract.document.info;
  const info = { name: title.toLowerCase().replaceAll(/\W+/g, '-'), title, version };
  const calls = new Map<string, OperationCall>();

  return async (message, context) => {
    const called = plainCallIn(message, context.request.headers, VERSIONS);
    const tool = called && context.tools.find(called.name);
    if (tool) {
      const text = plainResponse(called, await callOf(tool)(context), info);
      return { status: 200, body: { type: 'application/json', text } };
    }
    return answerOf(await respond(message, context));
  };

  async function respond(message: Message, context: Context): Promise<Response> {
    const request = withoutBody(context.request);
    const isLegacy = await isLegacyRequest(request, message);
    // The revision of 2026 has removed the handshake, whatever its params are.
    const isRemoved = !isLegacy && message.method === 'initialize';
    const rejection = isRemoved ? undefined : wrongParams(message);
    if (rejection) return rejection;
    const createOwn = () => createServer(context);
    if (!isLegacy) {
      const handler = createMcpHandler(createOwn, { legacy: 'reject' });
      return handler.fetch(request, { parsedBody: message });
    }
    // Before the revision of 2026, in which each request says what its client can do.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await createOwn().connect(transport);
    return transport.handleRequest(request, { parsedBody: message });
  }

  function createServer(context: Context): Server {
    const { tools: visible } = context;
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {} },
      instructions: instructionsFor(summary, visible.all()),
      supportedProtocolVersions: VERSIONS,
    });
    server.setRequestHandler('tools/list', () => ({ tools: visible.all().map(definitionOf) }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = visible.find(params.name);
      if (tool) return toolResult(await callOf(tool)(context));
      const message = `There is no tool ${shownName(params.name)}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    });
    server.setRequestHandler('resources/list', () => ({ resources: guides.map(resourceOf) }));
    // Without this, clients that ask for all resources would meet an error.
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const guide = guides.find((one) => uriOf(one) === uri);
      if (!guide) throw new ResourceNotFoundError(shownName(uri));
      const text = guideText(guide).replaceAll(ANCHOR, (link, id) => {
        return guides.some((one) => one.id === id) ? `](guide:${id})` : link;
      });
      return { contents: [{ uri, mimeType: MARKDOWN, text }] };
    });
    return server;
  }

  /** Its parameters are compiled when it is first called. */
  function callOf(tool: Tool): OperationCall {
    const call = calls.get(tool.name) ?? createOperationCall(app, contract, tool);
    calls.set(tool.name, call);
    return call;
  }
}

/** With 2025-03-26, a client may send batches, which no other version has. */
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== '2025-03-26');

/** A result as the SDK takes it, which validates what it sends. */
function toolResult({ meta: _meta, text, isError }: OperationResult): CallToolResult {
  if (text === undefined) return { _meta, content: [] };
  const content = [{ type: 'text' as const, text }];
  if (isError) return { _meta, content, isError };
  return { _meta, content, structuredContent: parseExactly(text) as Record<string, unknown> };
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  if (!response.body) return { status };
  return {
    status,
    body: { type: String(headers.get('content-type')), text: await response.text() },
  };
}

/** A link within the page of all guides. */
const ANCHOR = /\]\(#([\w-]+)\)/g;

type RequestSchema = (typeof specTypeSchemas)[keyof typeof specTypeSchemas];

/** Methods whose wrong params the SDK rejects as if the service had failed. */
const METHODS = new Map<unknown, RequestSchema>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['resources/list', specTypeSchemas.ListResourcesRequest],
  ['resources/templates/list', specTypeSchemas.ListResourceTemplatesRequest],
  ['resources/read', specTypeSchemas.ReadResourceRequest],
]);

/** The error of params that do not fit their method. */
function wrongParams(message: Message): Response | undefined {
  const schema = METHODS.get(message.method);
  if (!schema || !isJSONRPCRequest(message)) return undefined;
  const { issues } = schema['~standard'].validate(message);
  if (!issues) return undefined;
  const said = issues.map(
    ({ path = [], message: text }) => `${path.map(String).join('.')}: ${text}`,
  );
  const error = { code: ProtocolErrorCode.InvalidParams, message: said.join('\n') };
  return Response.json({ jsonrpc: '2.0', id: message.id, error });
}

/** The request for the SDK, whose body has been read. As at /v1, `Accept` chooses nothing. */
function withoutBody({ headers }: FastifyRequest): Request {
  const accepting = { ...headers, accept: 'application/json, text/event-stream' };
  const copies = Object.entries(accepting).map(([name, value]): [string, string] => {
    return [name, String(value)];
  });
  return new Request('http://localhost/mcp', { method: 'POST', headers: copies });
}

function definitionOf({
  parameters: _parameters,
  body: _body,
  hasTag: _hasTag,
  ...definition
}: Tool) {
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
