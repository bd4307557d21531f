import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../src/app.ts';
import { type Contract, type Operation, sendJson } from '../src/contract/index.ts';
import { isObject, type ResponseObject } from './contract/index.ts';

/*
 * Operations that have no handler respond with the examples of the contract, of which `Prefer` chooses one. Whatever
 * comes before a handler, and the check of what it returns, are the service's own.
 */

/** A response that an operation declares, with one example of its body. */
interface Example {
  readonly status: number;
  readonly name: string | undefined;
  readonly body: unknown;
  readonly headers: readonly (readonly [name: string, value: unknown])[];
  /** Those of other responses, which this one does not declare: a 408 has nothing of an operation. */
  readonly otherHeaders: readonly string[];
}

type Preferences = ReadonlyMap<string, string>;

/** The parameter in which a path ends, as `petId` in `/pets/{petId}`. */
interface Id {
  readonly name: string;
  readonly value: unknown;
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
/** A preference in a list, with its value; what parameters follow is skipped. */
const PREFERENCE = new RegExp(
  String.raw`(?:^|,)\s*(${TOKEN})\s*(?:=\s*(?:${QUOTED}|(${TOKEN}))?)?\s*(?:;(?:[^,"]|${QUOTED})*)?(?=,|$)`,
  'g',
);

/** What the handler of the current request responds with. */
const chosen = new AsyncLocalStorage<Example>();

/**
 * Serves a contract with the handlers that there are, and with examples where there is none. The log names those
 * that are missing.
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
        if (operationId in handlers) continue;
        examples.set(operationId, examplesOf(operation));
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
        const { operation } = request.routeOptions.config;
        const all = examples.get(operation?.operationId);
        if (operation && all) respond(operation, all, request, reply, next);
        else next();
      });
    },
  };
}

/** In the order of the contract: a success comes first. @throws naming a response that has no example */
function examplesOf({ operationId, responses }: Operation): Example[] {
  const all = Object.entries(responses as Record<string, ResponseObject>);
  const names = all.flatMap(([, { headers = {} }]) => Object.keys(headers));
  return all.flatMap(([status, { content, headers: declared = {} }]): Example[] => {
    const common = {
      status: Number(status),
      headers: Object.entries(declared)
        .filter(([, { example }]) => example !== undefined)
        .map(([name, { example }]) => [name, example] as const),
      otherHeaders: names.filter((name) => !(name in declared)),
    };
    const media = content?.['application/json'];
    if (!media) return [{ ...common, name: undefined, body: undefined }];
    const { example, examples = {} } = media;
    const found = Object.entries(examples).map(([name, { value }]) => ({ name, body: value }));
    if (example !== undefined) return [{ ...common, name: undefined, body: example }];
    if (found.length > 0) return found.map((one) => ({ ...common, ...one }));
    throw new Error(
      `The operation ${operationId} has no handler, and its response ${status} has no example.`,
    );
  });
}

function exampleHandler({ schema }: Operation) {
  const hasSeveralStatuses = Object.keys(schema.responseHeaders).length > 1;
  return (_request: never, reply: { header(name: string, value: unknown): void }) => {
    const { status, body, headers } = chosen.getStore() as Example;
    for (const [name, value] of headers) reply.header(name, value);
    return hasSeveralStatuses ? { status, body } : body;
  };
}

function respond(
  operation: Operation,
  examples: readonly Example[],
  request: FastifyRequest,
  reply: FastifyReply,
  next: () => void,
) {
  const id = idOf(operation, request);
  const preferences = readPreferences(String(request.headers.prefer ?? ''));
  const { example, applied } = choose(examples, preferences, id);
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

/** The preferences that apply, and the example that they choose: by default the first success, with the id that was asked for. */
function choose(examples: readonly Example[], preferences: Preferences, id: Id | undefined) {
  const status = preferences.get('status');
  const name = preferences.get('example');
  const ofStatus = examples.filter((one) => String(one.status) === status);
  const candidates = ofStatus.length > 0 ? ofStatus : examples;
  const named = candidates.find((one) => one.name !== undefined && one.name === name);
  const example = named ?? candidates.find(({ body }) => hasId(body, id)) ?? candidates[0];
  const applied = [
    ...(ofStatus.length > 0 ? [`status=${status}`] : []),
    ...(named ? [`example=${quoted(named.name)}`] : []),
  ];
  // Each operation has at least one response.
  return { example: example as Example, applied };
}

/** The first value of each preference, by its name in lower case. @see RFC 7240 section 2 */
function readPreferences(header: string): Preferences {
  const preferences = new Map<string, string>();
  for (const [, name = '', text, token = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    const value = text?.replaceAll(/\\(.)/g, '$1') ?? token;
    if (!preferences.has(key)) preferences.set(key, value);
  }
  return preferences;
}

/** A name as the value of a preference. */
function quoted(name = ''): string {
  const isToken = new RegExp(`^${TOKEN}$`).test(name);
  return isToken ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Whether a header of an example is to be sent: the service sets its own by what is true of the request. */
function isOwn(name: string, value: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (name.toLowerCase() !== 'link') return !reply.hasHeader(name);
  // Whoever follows the link to the next page has come to the last one.
  const isHere = String(value).includes(`<${request.originalUrl}>`);
  // A deprecated operation has a link to its successor, beside which others stand.
  return !isHere && reply.getHeader(name) !== value;
}

function idOf({ path }: Operation, { params }: FastifyRequest): Id | undefined {
  const [, name] = /\{([^{}]+)\}$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  return { name, value: (params as Record<string, unknown>)[name] };
}

/** The field of an example that is what the path ends in: one of the same name, or else `id`. */
function fieldOf(body: unknown, { name, value }: Id): string | undefined {
  if (!isObject(body)) return undefined;
  const field = name in body ? name : 'id';
  const isText = typeof body[field] === 'string';
  return field in body && isText === (typeof value === 'string') ? field : undefined;
}

function hasId(body: unknown, id: Id | undefined): boolean {
  const field = id && fieldOf(body, id);
  return isObject(body) && field !== undefined && String(body[field]) === String(id?.value);
}

function withId(body: unknown, id: Id | undefined): unknown {
  const field = id && fieldOf(body, id);
  return isObject(body) && field !== undefined ? { ...body, [field]: id?.value } : body;
}

/** Lets pages of other origins send `Prefer`, and read what came of it, where they may call the API. */
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
