// Checks and reads the parts of a request: the value that a validator returns replaces the part.

import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { type ApiError, errors } from '../errors/index.ts';
import { shownName } from '../schema/messages.ts';
import type { Schema } from '../schema/schemas.ts';
import { compileValidator, type Validator } from '../schema/validation.ts';
import type { Operation } from './operations.ts';

const JSON_REQUEST = { source: 'json', direction: 'request', noun: 'field' } as const;
const TEXT_REQUEST = { source: 'text', direction: 'request', noun: 'parameter' } as const;

type Validated = { readonly value: unknown } | { readonly error: ApiError };

/** Compiles the schemas of an operation's requests. */
export function requestValidator({ requestBody }: Operation): FastifySchemaCompiler<Schema> {
  return ({ schema, httpPart }) =>
    httpPart === 'body'
      ? bodyValidator(schema, requestBody?.required ?? false)
      : parameterValidator(schema, httpPart === 'headers');
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

function parameterValidator(schema: Schema, isHeaders: boolean): (texts: Texts) => Validated {
  const names = Object.keys(schema.properties ?? {});
  let validator: Validator | undefined;
  return (texts) => {
    // The other headers belong to HTTP.
    const value = isHeaders ? pick(texts, names) : texts;
    validator ??= compileValidator(schema, TEXT_REQUEST);
    if (validator.isValid(value)) return { value };
    const [violation = ''] = validator.violations();
    return { error: errors.invalidParameter(violation) };
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
