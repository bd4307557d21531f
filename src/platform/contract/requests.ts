// Checks and reads the parts of a request. Bodies are JSON: any other is rejected by its headers,
// before it is read. The value that a validator returns replaces the part.

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { type ApiError, errors } from '../errors/index.ts';
import type { Schema } from '../schema/schemas.ts';
import { shownName } from '../schema/sentences.ts';
import { compileValidator, type Validator } from '../schema/validation.ts';
import { type BodyBounds, bodyBounds, readJson } from './json-bodies.ts';
import type { Operation } from './operations.ts';

type Headers = FastifyRequest['headers'];

const JSON_TYPE = 'application/json';
/** A parameter of a media type, with its value in quotes or without. @see RFC 9110 section 5.6.6 */
const PARAMETER = /;\s*([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/gs;

export function addBodyParser(app: FastifyInstance): void {
  const boundsOf = new Map<Operation | undefined, BodyBounds>();
  const parseJson = async ({ operation }: FastifyRequest, bytes: Buffer) => {
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
  if (operation?.requestBody) return unreadableError(headers, request.bodyLimit);
  // Node discards the body of a GET.
  if (operation?.method === 'GET' || !announcesBody(headers)) return undefined;
  return errors.invalidBody('The request must not have a body.');
}

/** The error of headers that announce anything but JSON, or too much of it. */
export function unreadableError(headers: Headers, bodyLimit: number): ApiError | undefined {
  const { 'content-type': type = '', 'content-encoding': coding } = headers;
  if (type === '' && !announcesBody(headers)) return undefined;
  const typeError = type === JSON_TYPE ? undefined : mediaTypeError(type);
  if (typeError) return typeError;
  if (coding !== undefined && !isIdentity(coding)) return errors.unsupportedCoding;
  const isTooLarge = Number(headers['content-length']) > bodyLimit;
  return isTooLarge ? errors.bodyTooLarge(bodyLimit) : undefined;
}

/** The error of any media type but JSON, with or without parameters. */
function mediaTypeError(type: string): ApiError | undefined {
  if (type.replace(/;.*$/s, '').trim().toLowerCase() !== JSON_TYPE) {
    return errors.otherMediaType(JSON_TYPE);
  }
  return hasOtherCharset(type) ? errors.unsupportedCharset : undefined;
}

/** Whether a media type has a charset other than UTF-8. */
function hasOtherCharset(type: string): boolean {
  for (const [, name = '', quoted, bare = ''] of type.matchAll(PARAMETER)) {
    const value = quoted?.replaceAll(/\\(.)/gs, '$1') ?? bare.trim();
    if (name.toLowerCase() === 'charset' && value.toLowerCase() !== 'utf-8') return true;
  }
  return false;
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

const JSON_REQUEST = { source: 'json', direction: 'request', noun: 'field' } as const;
const TEXT_REQUEST = { source: 'text', direction: 'request', noun: 'parameter' } as const;

type Validated = { readonly value: unknown } | { readonly error: ApiError };

/** Compiles the schemas of an operation's requests. */
export function requestValidator({ requestBody }: Operation): FastifySchemaCompiler<Schema> {
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return bodyValidator(schema, requestBody?.isRequired ?? false);
    return httpPart === 'headers' ? headerValidator(schema) : parameterValidator(schema);
  };
}

// The functions below compile at their first use: compiling all schemas takes a fifth of the start.

function bodyValidator(schema: Schema, isRequired: boolean): (value: unknown) => Validated {
  let validator: Validator | undefined;
  return (value) => {
    // Fastify passes null where there is no body.
    if (value === null) return isRequired ? { error: errors.bodyRequired() } : { value: undefined };
    // All errors, so that the client can correct all mistakes at once.
    validator ??= compileValidator(schema, { ...JSON_REQUEST, allErrors: true });
    if (validator.isValid(value)) return { value };
    return { error: errors.invalidBody(validator.violations().join(' ')) };
  };
}

type Texts = Readonly<Record<string, unknown>>;

function parameterValidator(schema: Schema): (texts: Texts) => Validated {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= compileValidator(schema, TEXT_REQUEST);
    if (validator.isValid(value)) return { value };
    const [violation = ''] = validator.violations();
    return { error: errors.invalidParameter(violation) };
  };
}

/** @returns a function that returns true if no declared header was sent: all stay as they are */
function headerValidator(schema: Schema): (headers: Texts) => Validated | true {
  const names = Object.keys(schema.properties ?? {});
  const validate = parameterValidator(schema);
  return (headers) => {
    // The other headers belong to HTTP.
    const declared = pick(headers, names);
    const validated = validate(declared);
    // Where there is a value, even an empty one, Fastify copies all headers for each later read.
    const isEmpty = 'value' in validated && Object.keys(declared).length === 0;
    return isEmpty ? true : validated;
  };
}

export function pick(values: Texts, names: readonly string[]): Texts {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (values[name] !== undefined) picked[name] = values[name];
  }
  return picked;
}

/** A hook that rejects a query with a value that is not UTF-8. No parameter has such a name. */
export function rejectMalformedQuery(
  { url }: FastifyRequest,
  _reply: FastifyReply,
  next: (error?: Error) => void,
) {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return next();
  for (const pair of url.slice(start + 1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (decoded(value.join('=')) !== undefined) continue;
    const shown = shownName(decoded(name.replaceAll('+', ' ')) ?? name);
    return next(errors.invalidParameter(`${shown} must be percent-encoded UTF-8.`));
  }
  next();
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
