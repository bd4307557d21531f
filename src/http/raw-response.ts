import { STATUS_CODES } from 'node:http';
import { type ApiError, errorBody } from '../contract/index.ts';

/** An error as it is written to a connection that ends with it. */
export function rawResponse(
  error: ApiError,
  headers: Readonly<Record<string, string | number>>,
): string {
  const { statusCode } = error;
  const body = JSON.stringify(errorBody(error));
  const fields = {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n');
}
