// Tests of every example of a contract, of each response and its headers, beside what the service
// sends.

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import type { Body, Operation } from '../../scripts/contract/index.ts';
import type { Contract } from '../../src/platform/contract/index.ts';
import { errors } from '../../src/platform/errors/index.ts';
import type { Given, Opened } from '../helper.ts';
import { PROVIDER } from './databases.ts';
import { listen, readResponses, requestText } from './raw-http.ts';

/** A service whose examples are tested. */
export interface Subject<Client> {
  readonly contract: Contract;
  open(t: Test, ...given: Given): Promise<Opened<Client>>;
  readonly operations: readonly Operation[];
  /** The values of the parameters in the paths of the examples. */
  readonly ids: Readonly<Record<string, string>>;
  /** Adds the rows that the examples show, to tables without rows. */
  addRows(client: Opened<Client>['database']['client']): Promise<unknown>;
  /** The tables of all resources; before a table, those that refer to it. */
  readonly tables: readonly string[];
  readonly resource: Resource;
}

/** The resource that the service creates. The examples show it with the id 42. */
export interface Resource {
  /** As in the names of examples. */
  readonly name: string;
  readonly table: string;
  /** The parameter of paths that has its id. */
  readonly idParameter: string;
  /** What creates one. All of it is required. */
  readonly body: { readonly name: string } & Readonly<Record<string, unknown>>;
  /** The field of the body with an integer. */
  readonly integer: string;
  /** The example of a removal that fails, since another row refers to it. */
  readonly inUse?: string;
}

type Ways = Readonly<Record<string, (() => Promise<Sent>) | undefined>>;

/** The request of an example. */
export interface Request {
  readonly operationId: string;
  readonly method: string;
  readonly url: string;
  readonly payload?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response to a request of its own, or to bytes. */
export interface Sent {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const MINUTE_SECONDS = 60;
/** How much of a minute has passed when its limit is exceeded in the examples. */
const BUSY_SECONDS = 18;
const FREE_PER_MINUTE = 60;
const RESERVE_PER_MINUTE = 10;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Defines a test for each operation. */
export async function testExamples<Client>(t: Test, subject: Subject<Client>): Promise<void> {
  const { contract, open, operations, ids, addRows, tables, resource } = subject;
  const store = await open(t);
  const { clock } = store;
  const { client } = store.database;
  clock.stop();
  const port = await listen(store.app);
  /** What every handler of `failing` throws. */
  let fault: Error | undefined;
  const fail = async () => {
    throw fault;
  };
  const handlers = contract.operations.map(({ operationId }) => [operationId, fail]);
  const createHandlers = () => Object.fromEntries(handlers);
  const failing = await open(t, {}, { contract, createHandlers });

  for (const { operationId, method, route, requestBody, responses } of operations) {
    t.test(`${operationId} sends what its examples show`, async (t) => {
      await removeRows();
      await addRows(client);
      const [body] = examplesOf(requestBody?.body);
      const request = {
        operationId,
        method: method.toUpperCase(),
        url: route.replaceAll(/\{(\w+)\}/g, (_all, name) => String(ids[name])),
        payload: body?.value as object | undefined,
      };
      for (const { status, headers, body } of responses) {
        const examples = examplesOf(body);
        const first = examples[0]?.name;
        for (const { name, value } of examples) {
          // Each begins with windows of its own.
          clock.move(MINUTE_SECONDS);
          const about = `${status} ${name}`;
          const send = waysToSend(request)[name];
          if (!send) {
            t.pass(about, { skip: 'nothing is known that gets it' });
            continue;
          }
          const { statusCode, body, headers: sent } = await send();
          t.strictSame([statusCode, body], [Number(status), value], about);
          // Of several bodies with a status, the headers show the first.
          if (name !== first) continue;
          for (const { name: header, examples } of headers) {
            const shown = formOf(name, header, sent[header.toLowerCase()]);
            t.equal(shown, formOf(name, header, examples[0]?.value), `${about}: ${header}`);
          }
        }
      }
    });
  }

  /** What gets the response of an example. */
  function waysToSend(request: Request): Ways {
    const { method, url, operationId } = request;
    const to = (query: string) => send({ ...request, url: `${url}?${query}` });
    const post = (payload: object | string, headers = {}) => send({ ...request, payload, headers });
    const { name, table, idParameter, body, integer, inUse = '' } = resource;
    const { [integer]: _, ...incomplete } = body;
    const missing = async () => {
      await removeRows();
      return send(request);
    };
    return {
      page: () => to('limit=2'),
      [name]: async () => {
        if (method !== 'POST') return send(request);
        await removeRows();
        // The ids of rows that are gone are not assigned again.
        await store.alter(NEXT_IS_42[PROVIDER](table));
        return send(request);
      },
      missingField: () => post(incomplete),
      emptyName: () => post({ ...body, name: '' }),
      wrongType: () => post({ ...body, [integer]: '7' }),
      unknownField: () => post({ ...body, nmae: body.name }),
      chosenId: () => post({ ...body, id: 1 }),
      invalidIdempotencyKey: () => post(body, { 'idempotency-key': 'x'.repeat(256) }),
      [`invalid${capitalized(idParameter)}`]: () =>
        send({ ...request, url: url.replace('42', 'one') }),
      [`changed${capitalized(name)}`]: () => send(request),
      removedField: () => post({ name: null }),
      [inUse]: async () => {
        await removeRows();
        await addRows(client);
        return send(request);
      },
      [`${name}NotFound`]: missing,
      empty: missing,
      repeatedParameter: () => to('limit=1&limit=1'),
      limitTooHigh: () => to('limit=101'),
      foreignCursor: () => to('cursor=AAAA'),
      unknownParameter: () => to('offset=1'),
      malformedRequest: async () => exchange(requestText(await newKey(), method, url, 'Host: a')),
      invalidJson: () => post('{'),
      bodyTooLarge: () => post(`"${'x'.repeat(70_000)}"`),
      unsupportedMediaType: () => post('text', { 'content-type': 'text/plain' }),
      apiKeyMissing: () => send(request, null),
      apiKeyInvalid: () => send(request, 'invalid'),
      insufficientScope: async () => {
        const { scopes } = contract.findOperation(operationId);
        return send(request, await newKey(contract.scopes.filter((one) => !scopes.includes(one))));
      },
      keyNotFound: () =>
        send(operationId === 'listUsage' ? { ...request, url: `${url}?keyId=7` } : request),
      methodNotAllowed: () => send({ ...request, method: 'OPTIONS', payload: undefined }),
      requestTimeout: () => {
        store.app.server.headersTimeout = 100;
        return exchange(`${method} ${url} HTTP/1.1\r\n`);
      },
      noField: () => post({}),
      preconditionFailed: async () => {
        await removeRows();
        await addRows(client);
        return send({ ...request, headers: { 'if-match': '"a"' } });
      },
      idempotencyKeyInUse: () => sendToFailing(request, errors.idempotencyKeyInUse),
      idempotencyKeyReused: async () => {
        const key = await newKey();
        const headers = { 'idempotency-key': 'key-1' };
        const payload = { ...(request.payload as object), name: 'Another' };
        await send({ ...request, headers, payload }, key);
        return send({ ...request, headers }, key);
      },
      operationRemoved: async () => {
        const { deprecation } = contract.findOperation(operationId);
        const seconds = Math.ceil((Date.parse(`${deprecation?.sunset}`) - clock.wallMs()) / 1_000);
        clock.move(seconds);
        const sent = await send(request);
        clock.move(-seconds);
        return sent;
      },
      rateLimitExceeded: () => exceedLimit(request),
      apiKeyBanned: () => exceedLimit(request, FREE_PER_MINUTE + 1),
      headersTooLarge: () => exchange(`${method} ${url} HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`),
      internalError: () => sendToFailing(request, new Error('a fault of code')),
      notImplemented: async () =>
        exchange(requestText(await newKey(), method, url, 'Transfer-Encoding: gzip')),
      serviceUnavailable: () => sendToFailing(request, errors.serviceUnavailable),
      httpVersionNotSupported: () => exchange(`${method} ${url} HTTP/1.2\r\nHost: a\r\n\r\n`),
    };
  }

  async function newKey(scopes = contract.scopes): Promise<string> {
    return (await store.createKey({ plan: 'free', scopes })).key;
  }

  /** @param key by default that of a customer who has sent nothing else; null for none */
  async function send(request: Request, key?: string | null, app = store.app): Promise<Sent> {
    const { operationId: _, headers, payload, method, ...others } = request;
    const caller = key === undefined ? await newKey() : key;
    const sent = await app.inject({
      ...others,
      method: method as 'GET',
      headers: {
        ...(caller !== null && { authorization: `Bearer ${caller}` }),
        ...(payload !== undefined && JSON_TYPE),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    return { ...sent, body: sent.json() };
  }

  /** Sends bytes, and returns the response that ends the connection. */
  async function exchange(bytes: string): Promise<Sent> {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const [response] = readResponses(await text(socket));
    if (!response) throw new Error(`There is no response to ${bytes}`);
    return response;
  }

  /** Sends all that the plan allows in a minute, and then some requests more. */
  async function exceedLimit(request: Request, lateRejections = 0): Promise<Sent> {
    const key = await newKey();
    // They count, and cost the least.
    const nothing = { ...request, method: 'GET', url: '/v1/nothing', payload: undefined };
    for (let i = 0; i < FREE_PER_MINUTE; i += 1) await send(nothing, key);
    // Rejections are late some seconds after the first one.
    if (lateRejections > 0) await send(nothing, key);
    if (contract.findOperation(request.operationId).hasReserve) {
      const account = { ...nothing, url: '/v1/account' };
      for (let i = 0; i < RESERVE_PER_MINUTE; i += 1) await send(account, key);
    }
    clock.move(BUSY_SECONDS);
    for (let i = 0; i < lateRejections; i += 1) await send(nothing, key);
    const sent = await send(request, key);
    clock.move(-BUSY_SECONDS);
    return sent;
  }

  /** Sends a request to the same service with handlers that throw an error. */
  async function sendToFailing(request: Request, error: Error): Promise<Sent> {
    fault = error;
    const { key } = await failing.createKey({ plan: 'free', scopes: contract.scopes });
    return send(request, key, failing.app);
  }

  async function removeRows() {
    await store.alter(...tables.map((table) => `DELETE FROM ${table}`));
  }
}

/** Lets the next row of a table have the id 42. */
const NEXT_IS_42 = {
  sqlite: (table: string) => `UPDATE sqlite_sequence SET seq = 41 WHERE name = '${table}'`,
  postgresql: (table: string) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), 41)`,
};

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The examples of a body. One that is alone may have no name. */
function examplesOf(body: Body | undefined) {
  return (body?.examples ?? []).map(({ name = 'the only one', value }) => ({ name, value }));
}

/** Without what is another each time. */
function formOf(example: string, header: string, value: unknown): string {
  if (header === 'X-Request-Id') return 'an id';
  if (header === 'ETag' && /^"[\w-]{22}"$/.test(String(value))) return 'a tag';
  // Only the second request of a minute can get it.
  const isLater = example === 'idempotencyKeyReused';
  const changes = isLater ? /^(?:RateLimit|X-RateLimit-Re.*)$/ : /^X-RateLimit-Reset$/;
  return changes.test(header) ? String(value).replaceAll(/\d+/g, '0') : String(value);
}
