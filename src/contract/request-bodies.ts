// Request bodies are JSON. Any other body is rejected by its headers, before it is read.

import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { errors } from '../errors/index.ts';
import { type BodyBounds, bodyBounds, readJson } from './json-bodies.ts';
import type { Operation } from './operations.ts';

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

/** A hook that rejects a request by its headers, before its body is read; undefined for a GET. */
export function bodyGuard({ requestBody, method }: Operation): onRequestHookHandler | undefined {
  if (requestBody) return rejectUnreadable;
  // Node discards the body of a GET.
  return method === 'GET' ? undefined : rejectBody;
}

const rejectBody: onRequestHookHandler = ({ headers }, _reply, next) => {
  next(
    announcesBody(headers) ? errors.invalidBody('The request must not have a body.') : undefined,
  );
};

const rejectUnreadable: onRequestHookHandler = (request, _reply, next) => {
  const { headers } = request;
  const { 'content-type': type = '', 'content-encoding': coding } = headers;
  if (type === '' && !announcesBody(headers)) return next();
  if (type.replace(/;.*$/s, '').trim().toLowerCase() !== JSON_TYPE) {
    return next(errors.unsupportedMediaType(JSON_TYPE));
  }
  if (!isUtf8(type)) return next(errors.unsupportedCharset);
  if (coding !== undefined && !isIdentity(coding)) return next(errors.unsupportedCoding);
  const { bodyLimit } = request.routeOptions;
  next(Number(headers['content-length']) > bodyLimit ? errors.bodyTooLarge(bodyLimit) : undefined);
};

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
export function announcesBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
