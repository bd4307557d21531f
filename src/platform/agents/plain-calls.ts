// Calls of tools as most agents send them, which need nothing of the SDK: it would take several
// times as long as the operation to validate the message, and what is returned.

import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import { isObject, type Message } from './messages.ts';
import type { OperationResult } from './operation-call.ts';

/** A message that is known to be right: what may be wrong with any other is found by the SDK. */
export interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  /** Whether its revision is the one of 2026, in which each request says what its client can do. */
  readonly isNewest: boolean;
}

/** The newest revision. */
const NEWEST = '2026-07-28';
const METHOD = 'tools/call';

/** What the names of the protocol's own metadata begin with. Clients may add any other. */
const RESERVED = 'io.modelcontextprotocol/';
const RESERVED_IN_NEWEST = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
]);

/** @param versions the revisions in which a session could have begun */
export function plainCallIn(
  message: Message,
  headers: IncomingHttpHeaders,
  versions: readonly string[],
): PlainCall | undefined {
  const { jsonrpc, id, method, params } = message;
  const isCall = method === METHOD && jsonrpc === '2.0' && Object.keys(message).length === 4;
  if (!isCall || !isId(id) || !isObject(params)) return undefined;
  // An object of arguments was replaced by an empty one.
  const { name, arguments: given, _meta: meta = {}, ...others } = params;
  if (typeof name !== 'string' || !isObject(given) || !isObject(meta)) return undefined;
  if (Object.keys(others).length > 0 || !isProgressToken(meta.progressToken)) return undefined;
  const { 'mcp-protocol-version': version } = headers;
  const isNewest = version === NEWEST;
  if (isNewest) return isOfNewest(meta, headers, name) ? { id, name, isNewest } : undefined;
  const isOlder =
    (version === undefined || versions.includes(String(version))) &&
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined &&
    reservedIn(meta).length === 0;
  return isOlder ? { id, name, isNewest } : undefined;
}

/** Whether headers and metadata are those that the newest revision demands of a call. */
function isOfNewest(meta: Message, headers: IncomingHttpHeaders, name: string): boolean {
  const info = meta[CLIENT_INFO_META_KEY];
  return (
    headers['mcp-method'] === METHOD &&
    headers['mcp-name'] === name &&
    meta[PROTOCOL_VERSION_META_KEY] === NEWEST &&
    isObject(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    (info === undefined || isSpecType.Implementation(info)) &&
    reservedIn(meta).every((key) => RESERVED_IN_NEWEST.has(key))
  );
}

function reservedIn(meta: Message): string[] {
  return Object.keys(meta).filter((key) => key.startsWith(RESERVED));
}

function isId(value: unknown): value is PlainCall['id'] {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isProgressToken(value: unknown): boolean {
  return value === undefined || isId(value);
}

/**
 * The response to a plain call, to the letter as the SDK writes it. The text of the result is JSON,
 * and is not parsed for it.
 *
 * @param serverInfo what the newest revision shows of the service
 */
export function plainResponse(
  { id, isNewest }: PlainCall,
  { meta, text, isError }: OperationResult,
  serverInfo: Implementation,
): string {
  const shown = isNewest ? { ...meta, [SERVER_INFO_META_KEY]: serverInfo } : meta;
  const content = text === undefined ? [] : [{ type: 'text', text }];
  const members = [`"_meta":${JSON.stringify(shown)}`, `"content":${JSON.stringify(content)}`];
  if (isError) members.push('"isError":true');
  else if (text !== undefined) members.push(`"structuredContent":${text}`);
  if (isNewest) members.push('"resultType":"complete"');
  return `{"result":{${members.join()}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}
