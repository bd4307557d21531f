// Request bodies are JSON. Any other body is rejected by its headers, before it is read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../errors/index.ts';
import { type BodyBounds, bodyBounds, readJson } from './json-bodies.ts';
import type { Operation } from './operations.ts';

type Headers = FastifyRequest['headers'];

const JSON_TYPE = 'application/json';
/** A parameter of a media type, with its value in quotes or without. @see RFC 9110 section 5.6.6 */
const PARAMETER = /;\s*([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/gs;

export function addBodyParser(app: FastifyInstance): void {
  const boundsOf = new Map<Operation | undefined, BodyBounds>();
  const parseJson = async ({ routeOptions }: FastifyRequest, bytes: Buffer) => {
    const { operation } = routeOptions.config;
    const bounds = boundsOf.get(operation) ?? bodyBounds(operation?.schema.body ?? {});
    boundsOf.set(operation, bounds);
    return readJson(bytes, bounds);
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, parseJson);
  // Only an absent body has another type here.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** The error of a request whose headers announce a body that its operation cannot read. */
export function bodyError(request: FastifyRequest): ApiError | undefined {
  const { operation, headers } = request;
  if (operation?.requestBody) return unreadableError(headers, request.routeOptions.bodyLimit);
  // Node discards the body of a GET.
  if (operation?.method === 'GET' || !announcesBody(headers)) return undefined;
  return errors.invalidBody('The request must not have a body.');
}

function unreadableError(headers: Headers, bodyLimit: number): ApiError | undefined {
  const { 'content-type': type = '', 'content-encoding': coding } = headers;
  if (type === '' && !announcesBody(headers)) return undefined;
  if (type.replace(/;.*$/s, '').trim().toLowerCase() !== JSON_TYPE) {
    return errors.unsupportedMediaType(JSON_TYPE);
  }
  if (!isUtf8(type)) return errors.unsupportedCharset;
  if (coding !== undefined && !isIdentity(coding)) return errors.unsupportedCoding;
  const isTooLarge = Number(headers['content-length']) > bodyLimit;
  return isTooLarge ? errors.bodyTooLarge(bodyLimit) : undefined;
}

/** Whether a media type has no other charset. */
function isUtf8(type: string): boolean {
  for (const [, name = '', quoted, bare = ''] of type.matchAll(PARAMETER)) {
    const value = quoted?.replaceAll(/\\(.)/gs, '$1') ?? bare.trim();
    if (name.toLowerCase() === 'charset' && value.toLowerCase() !== 'utf-8') return false;
  }
  return true;
}

/** Whether codings leave a body as it is. A list may be empty. @see RFC 9110 section 5.6.1 */
function isIdentity(codings: string): boolean {
  const names = codings.split(',').map((coding) => coding.trim().toLowerCase());
  return names.every((name) => name === '' || name === 'identity');
}

/** Whether headers announce a body that is not empty. */
export function announcesBody(headers: Headers): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
