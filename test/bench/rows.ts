// The rows of the benchmark: which requests each sends, and what their responses may be.

import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';

/** One kind of traffic: the requests, and the only statuses that their responses may have. */
export interface Row {
  readonly statuses: readonly number[];
  readonly next: (index: number) => Request;
}

export interface Callers {
  /** The key of a customer without limits. */
  readonly key: string;
  /** Keys of further customers without limits, for traffic from many callers. */
  readonly customers: readonly string[];
  /** How many widgets there are, with ids from 1. */
  readonly widgets: number;
}

export const ROW_NAMES = [
  'lists',
  'call',
  'get',
  'create',
  'idempotent',
  'mix',
  '401',
  '400',
] as const;
export type RowName = (typeof ROW_NAMES)[number];

const WIDGET = JSON.stringify({ name: 'Brass Bolt', groupId: 1, status: 'available' });
const INCOMPLETE = JSON.stringify({ name: 'Brass Bolt' });
const STATUSES = [undefined, 'available', 'pending', 'sold'];
const LONGEST_LIST = 39;
/** A prime number, so that its multiples modulo the number of widgets reach every widget. */
const STEP = 7_919;

export function describeRows({ key, customers, widgets }: Callers): Record<RowName, Row> {
  const widget = (i: number) => `/v1/widgets/${1 + ((i * STEP) % widgets)}`;
  /** Traffic from many callers: most read, one in ten creates, one in fifty makes a mistake. */
  const mixed = (i: number) => {
    const caller = customers[(i * STEP) % customers.length] ?? key;
    if (i % 10 === 5) return post(caller, WIDGET, { 'idempotency-key': randomUUID() });
    if (i % 50 === 0) return get(caller, '/v1/widgets?limit=0');
    return get(caller, i % 3 === 0 ? widget(i) : list(i));
  };
  return {
    lists: { statuses: [200], next: (i) => get(key, list(i)) },
    // The same lists.
    call: { statuses: [200], next: (i) => call(key, 'listWidgets', listed(i)) },
    get: { statuses: [200], next: (i) => get(key, widget(i)) },
    create: { statuses: [201], next: () => post(key, WIDGET) },
    idempotent: {
      statuses: [201],
      next: () => post(key, WIDGET, { 'idempotency-key': randomUUID() }),
    },
    mix: { statuses: [200, 201, 400], next: mixed },
    401: { statuses: [401], next: () => ({ method: 'GET', path: '/v1/widgets' }) },
    400: { statuses: [400], next: () => post(key, INCOMPLETE) },
  };
}

/** The parameters of one of 156 different lists. */
function listed(index: number) {
  const status = STATUSES[index % STATUSES.length];
  return { limit: 1 + (index % LONGEST_LIST), ...(status && { status }) };
}

function list(index: number): string {
  const { limit, status } = listed(index);
  return `/v1/widgets?limit=${limit}${status ? `&status=${status}` : ''}`;
}

/** A call of a tool, as an agent of the newest revision sends it. */
function call(key: string, name: string, args: object): Request {
  const [version, method] = ['2026-07-28', 'tools/call'];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: args, _meta: meta };
  const headers = { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': name };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return { ...post(key, body, headers), path: '/mcp' };
}

function get(key: string, path: string): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${key}` } };
}

function post(key: string, body: string, headers: Readonly<Record<string, string>> = {}): Request {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  return { method: 'POST', path: '/v1/widgets', headers: all, body };
}
