import { randomBytes, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { openBareStore, type Pet } from './bare-store.ts';

/*
 * What the service is compared with: the same responses, hand-written on node:http and the raw driver.
 * It looks keys up in memory, counts two limits, sends the same headers and logs a line per response.
 * It validates only what the benchmark sends, and its integers are doubles.
 */

const { DATABASE_URL = '', PORT, BENCH_KEY = '' } = process.env;
const HOST = hostname();
const LIMIT = 2 ** 31 - 1;
const FIXED_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
const DEPRECATED = {
  deprecation: '@1795219200',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};

interface Window {
  readonly name: string;
  readonly seconds: number;
  openedAt: number;
  used: number;
}

const store = openBareStore(DATABASE_URL);
const keys = new Map([[`Bearer ${BENCH_KEY}`, { apiKeyId: 1 }]]);
const windowsOf = new Map<string | number, Window[]>();

createServer(async (request, response) => {
  const startMs = performance.now();
  const customer = keys.get(request.headers.authorization ?? '');
  const caller = customer?.apiKeyId ?? String(request.socket.remoteAddress);
  const headers = { ...FIXED_HEADERS, 'x-request-id': randomUUID(), ...count(caller, !customer) };
  const bodyBytes = customer
    ? await route(request, response, headers)
    : rejectAnonymous(response, headers);
  const durationMs = performance.now() - startMs;
  log(request, response, headers['x-request-id'], caller, { bodyBytes, durationMs });
}).listen(Number(PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());

/** Logs a line with the fields of the service's. */
function log(
  { headers, socket, httpVersion, method }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  caller: string | number,
  { bodyBytes, durationMs }: { readonly bodyBytes: number; readonly durationMs: number },
) {
  const [, traceId, parentSpanId] = String(headers.traceparent).split('-');
  const line = {
    severity_text: 'INFO',
    severity_number: 9,
    timestamp: new Date(),
    'process.pid': process.pid,
    'host.name': HOST,
    trace_id: traceId ?? randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    trace_flags: '00',
    parent_span_id: parentSpanId,
    'animal_store.request.id': requestId,
    'client.address': socket.remoteAddress,
    'network.protocol.version': httpVersion,
    'http.request.method': method,
    'http.route': '/v1/pets',
    'animal_store.api_key.id': caller,
    'http.response.status_code': response.statusCode,
    'http.response.body.size': bodyBytes,
    'http.server.request.duration': durationMs / 1_000,
    body: 'request completed',
  };
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function rejectAnonymous(response: ServerResponse, headers: object) {
  const message = "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.";
  const challenge = { 'www-authenticate': 'Bearer realm="Animal Store"' };
  const body = { code: 'api_key_missing', message, status: 401 };
  return send(response, 401, { ...headers, ...challenge }, body);
}

async function route(request: IncomingMessage, response: ServerResponse, headers: object) {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (request.method === 'POST') return createPet(request, response, headers);
  if (url.pathname === '/v1/pets') return listPets(url, response, headers);
  const pet = await store.get(Number(url.pathname.slice('/v1/pets/'.length)));
  return send(response, 200, { ...headers, ...DEPRECATED }, pet);
}

async function listPets({ searchParams }: URL, response: ServerResponse, headers: object) {
  const limit = Number(searchParams.get('limit') ?? 20);
  const cursor = searchParams.get('cursor');
  const after = cursor ? Number(Buffer.from(cursor, 'base64url').readBigInt64BE()) : 0;
  const pets = await store.list(after, limit + 1, searchParams.get('status'));
  const shown = pets.slice(0, limit);
  const bytes = Buffer.alloc(12);
  bytes.writeBigInt64BE(BigInt(shown.at(-1)?.id ?? 0));
  searchParams.set('cursor', bytes.toString('base64url'));
  const link = `</v1/pets?${searchParams}>; rel="next"`;
  return send(response, 200, pets.length > limit ? { ...headers, link } : headers, shown);
}

async function createPet(request: IncomingMessage, response: ServerResponse, headers: object) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const { name, categoryId, status = 'available' } = JSON.parse(text) as Pet;
  if (categoryId === undefined) {
    const error = { code: 'invalid_body', message: 'categoryId is required.', status: 400 };
    return send(response, 400, headers, error);
  }
  const pet = { name, categoryId, status };
  const id = await store.create(pet);
  return send(response, 201, { ...headers, location: `/v1/pets/${id}` }, { id, ...pet });
}

function send(response: ServerResponse, status: number, headers: object, body: unknown) {
  const text = JSON.stringify(body);
  const bodyBytes = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'content-length': bodyBytes });
  response.end(text);
  return bodyBytes;
}

function count(caller: string | number, isAnonymous: boolean) {
  const now = Math.floor(Date.now() / 1_000);
  const windows = windowsOf.get(caller) ?? [
    { name: 'minute', seconds: 60, openedAt: now, used: 0 },
    { name: 'day', seconds: 86_400, openedAt: now, used: 0 },
  ];
  windowsOf.set(caller, windows);
  const states = windows.slice(0, isAnonymous ? 1 : 2).map((window) => countIn(window, now));
  return {
    'x-ratelimit-limit': LIMIT,
    'x-ratelimit-remaining': states[0]?.remaining,
    'x-ratelimit-reset': now + Number(states[0]?.reset),
    'ratelimit-policy': states.map(({ policy }) => policy).join(', '),
    ratelimit: states.map(({ state }) => state).join(', '),
  };
}

function countIn(window: Window, now: number) {
  const { name, seconds } = window;
  if (now >= window.openedAt + seconds) Object.assign(window, { openedAt: now, used: 0 });
  window.used += 1;
  const remaining = LIMIT - window.used;
  const reset = window.openedAt + seconds - now;
  const policy = `"${name}";q=${LIMIT};w=${seconds}`;
  return { remaining, reset, policy, state: `"${name}";r=${remaining};t=${reset}` };
}
