import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openBareStore } from './bare-store.ts';
import { anonymousCaller, count, readCallers, remaining, type Window } from './callers.ts';
import * as errors from './errors.ts';
import { isList, petIdIn, readListRequest, readNewPet } from './requests.ts';

/*
 * The least that a server on node:http and the raw driver can do: the bodies of the service's
 * responses, three headers about limits, no other headers and no log.
 */

const { DATABASE_URL = '', PORT, BENCH_CALLERS = '' } = process.env;

const store = openBareStore(DATABASE_URL);
const callers = readCallers(BENCH_CALLERS);
const anonymous = anonymousCaller();

createServer((request, response) => {
  const { url = '', method, headers } = request;
  const now = Math.floor(Date.now() / 1_000);
  const caller = callers.get(headers.authorization ?? '') ?? anonymous;
  const least = caller.bannedUntil > now ? (caller.windows[0] as Window) : count(caller, now);
  const send = (status: number, body: unknown) => sendBody(response, least, status, body);
  if (caller.bannedUntil > now) send(429, errors.banned(caller, now));
  else if (caller === anonymous) {
    send(401, headers.authorization === undefined ? errors.MISSING_KEY : errors.INVALID_KEY);
  } else if (least.used > least.limit) send(429, errors.overLimit(least, now));
  else if (method === 'POST') createPet(request, send);
  else if (isList(url)) listPets(url, send);
  else getPet(petIdIn(url), send);
}).listen(Number(PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());

type Send = (status: number, body: unknown) => void;

async function listPets(url: string, send: Send) {
  const { limit, after, status } = readListRequest(url);
  if (limit === 0) return send(400, errors.INVALID_LIMIT);
  send(200, await store.list(after, limit, status));
}

async function getPet(id: number, send: Send) {
  const pet = await store.get(id);
  if (pet) send(200, pet);
  else send(404, errors.petNotFound(id));
}

async function createPet(request: IncomingMessage, send: Send) {
  const pet = await readNewPet(request);
  if (typeof pet === 'string') return send(400, errors.invalidBody(pet));
  send(201, { id: await store.create(pet), ...pet });
}

function sendBody(response: ServerResponse, window: Window, status: number, body: unknown) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-ratelimit-limit': window.limit,
    'x-ratelimit-remaining': remaining(window),
    'x-ratelimit-reset': window.opensAgainAt,
  });
  response.end(text);
}
