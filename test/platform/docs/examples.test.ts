// Every example of the contract, of each response and its headers, beside what the service sends.

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { type Content, operationsOf } from '../../../scripts/contract/index.ts';
import { errors } from '../../../src/platform/errors/index.ts';
import { openStore } from '../../helper.ts';
import { listen, readResponses, requestText } from '../../support/raw-http.ts';
import { contract } from '../../support/sample-contract.ts';

interface Request {
  readonly operationId: OperationId;
  readonly method: string;
  readonly url: string;
  readonly payload?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

type OperationId = Parameters<typeof contract.findOperation>[0];

/** A response to a request of its own, or to bytes. */
interface Sent {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const MINUTE_SECONDS = 60;
/** How much of a minute has passed when its limit is exceeded in the examples. */
const BUSY_SECONDS = 18;
const FREE_PER_MINUTE = 60;
const RESERVE_PER_MINUTE = 10;
const SCOPES = contract.scopes;
const REX = { name: 'Rex', categoryId: 7 };
const JSON_TYPE = { 'content-type': 'application/json' };

const store = await openStore(t);
const { clock } = store;
clock.stop();
const port = await listen(store.app);

/** What every handler of `failing` throws. */
let fault: Error | undefined;
const fail = async () => {
  throw fault;
};
const failing = await openStore(
  t,
  {},
  {
    contract,
    createHandlers: () =>
      Object.fromEntries(contract.operations.map(({ operationId }) => [operationId, fail])),
  },
);

for (const { operation, method, path } of operationsOf(contract.document)) {
  const { operationId, requestBody, responses } = operation;
  t.test(`${operationId} sends what its examples show`, async (t) => {
    await addRows();
    const [body] = examplesOf(requestBody?.content);
    const request = {
      operationId: operationId as OperationId,
      method: method.toUpperCase(),
      url: path.replace('{petId}', '42').replace('{keyId}', '7'),
      payload: body?.value as object | undefined,
    };
    for (const [status, { headers = {}, content }] of Object.entries(responses)) {
      const examples = examplesOf(content);
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
        for (const [header, { example }] of Object.entries(headers)) {
          const shown = formOf(name, header, sent[header.toLowerCase()]);
          t.equal(shown, formOf(name, header, example), `${about}: ${header}`);
        }
      }
    }
  });
}

/** The examples of a body. One that is alone may have no name. */
function examplesOf(content?: Content) {
  const { examples = {}, example } = content?.['application/json'] ?? {};
  const named = Object.entries(examples).map(([name, { value }]) => ({ name, value }));
  return example === undefined ? named : [{ name: 'the only one', value: example }];
}

/** What gets the response of an example, by the name of the example. */
function waysToSend(request: Request): Readonly<Record<string, (() => Promise<Sent>) | undefined>> {
  const { method, url, operationId } = request;
  const to = (query: string) => send({ ...request, url: `${url}?${query}` });
  const post = (payload: object | string, headers = {}) => send({ ...request, payload, headers });
  return {
    page: () => to('limit=2'),
    empty: async () => {
      await removeRows();
      return send(request);
    },
    pet: () => (method === 'POST' ? addAnimal(request) : send(request)),
    limitTooHigh: () => to('limit=101'),
    repeatedParameter: () => to('status=sold&status=sold'),
    foreignCursor: () => to('cursor=AAAA'),
    unknownParameter: () => to('offset=1'),
    malformedRequest: async () => exchange(requestText(await newKey(), method, url, 'Host: a')),
    missingField: () => post({ name: 'Rex' }),
    emptyName: () => post({ ...REX, name: '' }),
    wrongType: () => post({ ...REX, categoryId: '7' }),
    unknownField: () => post({ ...REX, nmae: 'Rex' }),
    chosenId: () => post({ ...REX, id: 1 }),
    invalidIdempotencyKey: () => post(REX, { 'idempotency-key': 'x'.repeat(256) }),
    invalidJson: () => post('{'),
    bodyTooLarge: () => post(`"${'x'.repeat(70_000)}"`),
    unsupportedMediaType: () => post('Rex', { 'content-type': 'text/plain' }),
    invalidPetId: () => send({ ...request, url: url.replace('42', 'one') }),
    apiKeyMissing: () => send(request, null),
    apiKeyInvalid: () => send(request, 'ask_invalid'),
    insufficientScope: async () => {
      const { scopes } = contract.findOperation(operationId);
      return send(request, await newKey(SCOPES.filter((one) => !scopes.includes(one))));
    },
    petNotFound: async () => {
      await removeRows();
      return send(request);
    },
    keyNotFound: () => (operationId === 'listUsage' ? to('keyId=7') : send(request)),
    methodNotAllowed: () => send({ ...request, method: 'OPTIONS', payload: undefined }),
    requestTimeout: () => {
      store.app.server.headersTimeout = 100;
      return exchange(`${method} ${url} HTTP/1.1\r\n`);
    },
    idempotencyKeyInUse: () => sendToFailing(request, errors.idempotencyKeyInUse),
    idempotencyKeyReused: async () => {
      const key = await newKey();
      const headers = { 'idempotency-key': 'key-1' };
      const payload = { ...(request.payload as object), name: 'Tweety' };
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
    notImplemented: () =>
      newKey().then((key) => exchange(requestText(key, method, url, 'Transfer-Encoding: gzip'))),
    serviceUnavailable: () => sendToFailing(request, errors.serviceUnavailable),
    httpVersionNotSupported: () => exchange(`${method} ${url} HTTP/1.2\r\nHost: a\r\n\r\n`),
  };
}

/** Without what is another each time. */
function formOf(example: string, header: string, value: unknown): string {
  if (header === 'X-Request-Id') return 'an id';
  // Only the second request of a minute can get it.
  const isLater = example === 'idempotencyKeyReused';
  const changes = isLater ? /^(?:RateLimit|X-RateLimit-Re.*)$/ : /^X-RateLimit-Reset$/;
  return changes.test(header) ? String(value).replaceAll(/\d+/g, '0') : String(value);
}

async function newKey(scopes = SCOPES): Promise<string> {
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

/** Adds the animal of the examples. The ids of animals that are gone are not assigned again. */
async function addAnimal(request: Request): Promise<Sent> {
  const { client } = store.database;
  await removeRows();
  await client.$executeRaw`UPDATE sqlite_sequence SET seq = 41 WHERE name = 'pets'`;
  return send(request);
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
  const { key } = await failing.createKey({ plan: 'free', scopes: SCOPES });
  return send(request, key, failing.app);
}

/** What is no row of a resource. */
const KEPT =
  /^(?:sqlite_.*|_prisma_migrations|customers|api_keys|key_\w+|(?:account_)?day_usages)$/;

/** Removes the rows of all resources, whatever refers to what. */
async function removeRows() {
  const { client } = store.database;
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT name FROM sqlite_schema WHERE type = 'table'`;
  await client.$executeRaw`PRAGMA foreign_keys = OFF`;
  for (const { name } of tables) {
    if (!KEPT.test(name)) await client.$executeRawUnsafe(`DELETE FROM ${name}`);
  }
  await client.$executeRaw`PRAGMA foreign_keys = ON`;
}

/** What the examples show. */
async function addRows() {
  const { pet, order } = store.database.client;
  await removeRows();
  const sold = { name: 'Tweety', categoryId: 9n, status: 'sold' } as const;
  await pet.createMany({
    data: [
      { id: 42n, name: 'Rex', categoryId: 7n, status: 'available' },
      { id: 43n, ...sold },
      { id: 44n, ...sold },
    ],
  });
  await order.createMany({
    data: [
      {
        id: 1001n,
        petId: 42n,
        quantity: 1,
        status: 'placed',
        createdAt: '2026-11-21T09:30:00.000Z',
      },
      {
        id: 1002n,
        petId: 43n,
        quantity: 2,
        status: 'delivered',
        createdAt: '2026-11-21T10:15:30.250Z',
      },
      { id: 1003n, petId: 42n, quantity: 1, status: 'placed' },
    ],
  });
}
