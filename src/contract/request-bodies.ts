import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  bodyTooLarge,
  invalidBody,
  unsupportedCharset,
  unsupportedCoding,
  unsupportedMediaType,
} from './errors.ts';
import { readJson } from './json-bodies.ts';
import type { Operation } from './operations.ts';

/*
 * Request bodies are JSON. What is anything else is rejected by its headers, before it is read.
 */

const JSON_TYPE = 'application/json';
const OTHER_CHARSET = /;\s*charset=(?!"?utf-8"?\s*(?:;|$))/i;

export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    try {
      done(null, readJson(bytes));
    } catch (error) {
      // It throws nothing else.
      done(error as Error);
    }
  });
  // Only an absent body has another type here.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/**
 * Returns what rejects a request by its headers, before its body is read; undefined where nothing is to
 * be rejected.
 *
 * @returns a function that throws unsupported_media_type, body_too_large or invalid_body
 */
export function bodyGuard({
  requestBody,
  method,
}: Operation): ((request: FastifyRequest) => void) | undefined {
  if (!requestBody) {
    // Node discards the body of a GET.
    if (method === 'GET') return undefined;
    return ({ headers }) => {
      if (announcesBody(headers)) throw invalidBody('The request must not have a body.');
    };
  }
  return ({ headers, routeOptions: { bodyLimit } }) => {
    const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers;
    if (type === '' && !announcesBody(headers)) return;
    if (type.replace(/;.*$/s, '').trim().toLowerCase() !== JSON_TYPE) {
      throw unsupportedMediaType(JSON_TYPE);
    }
    if (OTHER_CHARSET.test(type)) throw unsupportedCharset;
    if (coding.toLowerCase() !== 'identity') throw unsupportedCoding;
    if (Number(headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit);
  };
}

/** Whether a body follows these headers that is not empty. */
export function announcesBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
