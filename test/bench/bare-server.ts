// The server that the service is compared with: the least work that node:http and the raw driver
// allow. It returns the service's bodies and three headers, rejects only the mistakes that the
// benchmark makes, and logs nothing.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

interface Widget {
  readonly id: number;
  readonly name: string;
  readonly groupId: number;
  readonly status: string;
}

/** Runs a statement with parameters `$1`, `$2` ... in the driver's fastest way. */
type Query = (
  name: string,
  sql: string,
  values: readonly unknown[],
) => Widget[] | Promise<Widget[]>;
type Send = (status: number, body: unknown) => void;

const { DATABASE_URL = '', PORT, BENCH_KEYS = '' } = process.env;
const LIMIT = 2 ** 31 - 1;
const COLUMNS = 'id, name, group_id AS "groupId", status';

const query = DATABASE_URL.startsWith('file:') ? sqlite(DATABASE_URL.slice(5)) : postgresql();
const keys: string[] = JSON.parse(readFileSync(BENCH_KEYS, 'utf8'));
const counts = new Map(keys.map((key) => [`Bearer ${key}`, 0]));

const server = createServer((request, response) => {
  const { url = '', method, headers } = request;
  const count = counts.get(headers.authorization ?? '');
  const send: Send = (status, body) => respond(response, count ?? 0, status, body);
  if (count === undefined || !headers.authorization) {
    return send(401, { code: 'api_key_missing', message: 'The API key is missing.', status: 401 });
  }
  counts.set(headers.authorization, count + 1);
  if (url === '/mcp') return call(request, send);
  if (method === 'POST') return create(request, send);
  return url.startsWith('/v1/widgets/') ? get(url, send) : list(url, send);
}).listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  // The line that the service logs, and that `launchServer` waits for.
  console.log(`Server listening at http://127.0.0.1:${port}`);
});

process.on('SIGTERM', () => process.exit());

async function list(url: string, send: Send) {
  const search = new URLSearchParams(url.slice('/v1/widgets'.length));
  const limit = Number(search.get('limit') ?? 20);
  if (limit === 0) return send(400, { code: 'invalid_parameter', message: 'limit', status: 400 });
  send(200, await rowsOf(limit, search.get('status')));
}

/** A call of the tool that lists. */
async function call(request: IncomingMessage, send: Send) {
  const { id, params } = JSON.parse(await textOf(request));
  const { limit, status } = params.arguments;
  const items = await rowsOf(limit, status);
  const content = [{ type: 'text', text: JSON.stringify({ items }) }];
  send(200, { result: { content, structuredContent: { items } }, jsonrpc: '2.0', id });
}

function rowsOf(limit: number, status?: string | null) {
  const [where, values] = status ? ['WHERE status = $1', [status, limit]] : ['', [limit]];
  const sql = `SELECT ${COLUMNS} FROM widgets ${where} ORDER BY id LIMIT $${values.length}`;
  return query(`list ${where}`, sql, values);
}

async function get(url: string, send: Send) {
  const id = Number(url.slice('/v1/widgets/'.length));
  const [widget] = await query('get', `SELECT ${COLUMNS} FROM widgets WHERE id = $1`, [id]);
  send(200, widget);
}

async function create(request: IncomingMessage, send: Send) {
  const { name, groupId, status } = JSON.parse(await textOf(request)) as Widget;
  if (groupId === undefined) {
    return send(400, { code: 'invalid_body', message: 'groupId is required.', status: 400 });
  }
  const insert = 'INSERT INTO widgets (name, group_id, status) VALUES ($1, $2, $3)';
  const [widget] = await query('create', `${insert} RETURNING ${COLUMNS}`, [name, groupId, status]);
  send(201, widget);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function respond(response: ServerResponse, count: number, status: number, body: unknown) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-ratelimit-limit': LIMIT,
    'x-ratelimit-remaining': LIMIT - count,
    'x-ratelimit-reset': Math.ceil(Date.now() / 1_000),
  });
  response.end(text);
}

function sqlite(file: string): Query {
  const database = new Sqlite(file);
  // Writes are as durable as those of the service.
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  const statements = new Map<string, Sqlite.Statement<unknown[], Widget>>();
  return (name, sql, values) => {
    const known = statements.get(name);
    const statement = known ?? database.prepare<unknown[], Widget>(sql.replaceAll(/\$\d/g, '?'));
    if (!known) statements.set(name, statement);
    return statement.all(...values);
  };
}

function postgresql(): Query {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: DATABASE_URL });
  // Named, so that each connection prepares a statement once.
  return async (name, text, values) =>
    (await pool.query<Widget>({ name, text, values: [...values] })).rows;
}
