// Makes the model of a contract. The document need not be valid: lint reads the model of any.

import { flattener } from './flatten.ts';
import { asObject, isObject, type Json } from './json.ts';
import type {
  Body,
  Contract,
  Deprecation,
  Example,
  Header,
  Notice,
  Operation,
  Parameter,
  RequestBody,
  Response,
  ResponseKind,
  Schema,
} from './model.ts';
import { basePathOf, operationsOf, parameterKey, schemasOf } from './operations.ts';
import { listOf } from './schemas.ts';
import { explicitScopesOf, isOfApiKey, scopesOf, scopesOfOperation } from './scopes.ts';

/** The media type of all bodies. */
export const MEDIA_TYPE = 'application/json';

/** Makes the model of a complete contract. */
export function modelOf(document: Json): Contract {
  const info = asObject(document.info);
  const version = String(info.version);
  const basePath = basePathOf(document);
  const { flatten, named } = flattener(schemasOf(document));
  const names = Object.keys(schemasOf(document));
  return {
    title: String(info.title),
    version,
    major: majorOf(version),
    summary: textOf(info.summary),
    notice: asObject(info['x-notice']) as Notice,
    basePath,
    servers: listOf(document.servers).map((server, index) => {
      return { keys: ['servers', String(index)], url: String(asObject(server).url) };
    }),
    tags: listOf(document.tags).map((tag) => {
      const { name, description, 'x-mcp': tools } = asObject(tag);
      return { name: String(name), description: textOf(description), hasTools: tools !== false };
    }),
    scopes: scopesOf(document),
    explicitScopes: explicitScopesOf(document),
    operations: operationsOf(document).map(operationOf),
    schemas: new Map(names.flatMap((name) => schemaEntry(name, named(name)))),
    document,
  };

  function operationOf({ written, keys }: ReturnType<typeof operationsOf>[number]): Operation {
    const [, path, method] = keys;
    const own = listOf(written.parameters).map((one, index) => {
      return parameterOf(one, [...keys, 'parameters', String(index)]);
    });
    const ofPath = listOf(asObject(asObject(document.paths)[path]).parameters).map((one, index) => {
      return parameterOf(one, ['paths', path, 'parameters', String(index)]);
    });
    const replaced = new Set(own.map(parameterKey));
    const { requestBody } = written;
    return {
      keys,
      operationId: String(written.operationId),
      summary: String(written.summary ?? ''),
      description: textOf(written.description),
      method,
      path,
      route: basePath + path,
      tag: textOf(listOf(written.tags)[0]),
      stability: textOf(written['x-stability']),
      deprecation: deprecationOf(written),
      needsKey: isOfApiKey(written.security ?? document.security),
      scopes: scopesOfOperation(written),
      hasReserve: written['x-reserve'] === true,
      parameters: [...own, ...ofPath.filter((one) => !replaced.has(parameterKey(one)))],
      requestBody: isObject(requestBody)
        ? requestBodyOf(requestBody, [...keys, 'requestBody'])
        : undefined,
      responses: Object.entries(asObject(written.responses)).map(([status, response]) => {
        return responseOf(status, asObject(response), [...keys, 'responses', status]);
      }),
    };
  }

  function parameterOf(part: unknown, keys: readonly string[]): Parameter {
    const written = asObject(part);
    const { name, in: place } = written;
    return { ...headerOf(String(name ?? ''), written, keys), in: String(place) };
  }

  function headerOf(name: string, part: Json, keys: readonly string[]): Header {
    return {
      ...describedValue(part, keys),
      name,
      isRequired: part.required === true,
      deprecation: deprecationOf(part),
    };
  }

  function requestBodyOf(part: Json, keys: readonly string[]): RequestBody {
    const content = contentOf(part, keys);
    return {
      keys,
      description: textOf(part.description),
      isRequired: part.required === true,
      content,
      body: content.find(isJson),
    };
  }

  function responseOf(status: string, part: Json, keys: readonly string[]): Response {
    const content = contentOf(part, keys);
    return {
      keys,
      status,
      kind: responseKind(status),
      description: String(part.description ?? ''),
      headers: Object.entries(asObject(part.headers)).map(([name, header]) =>
        headerOf(name, asObject(header), [...keys, 'headers', name]),
      ),
      content,
      body: content.find(isJson),
    };
  }

  /** Lint reports a body without a schema. */
  function contentOf(part: Json, keys: readonly string[]): Body[] {
    return Object.entries(asObject(part.content)).flatMap(([mediaType, media]) => {
      if (!isObject(asObject(media).schema)) return [];
      return [{ ...describedValue(asObject(media), [...keys, 'content', mediaType]), mediaType }];
    });
  }

  function describedValue(part: Json, keys: readonly string[]) {
    const schema = flatten(part.schema, [...keys, 'schema']);
    return {
      keys,
      description: textOf(part.description ?? schema.description),
      schema,
      examples: examplesOf(part, keys),
    };
  }
}

function schemaEntry(name: string, schema: Schema | undefined): [string, Schema][] {
  return schema ? [[name, schema]] : [];
}

/** What a response of a status is. */
export function responseKind(status: string): ResponseKind {
  if (status === '304') return 'not-modified';
  return /^[123]/.test(status) ? 'success' : 'error';
}

function isJson({ mediaType }: Body): boolean {
  return mediaType === MEDIA_TYPE;
}

function examplesOf({ example, examples }: Json, keys: readonly string[]): Example[] {
  const nameless = { name: undefined, summary: undefined, description: undefined };
  const only =
    example === undefined ? [] : [{ ...nameless, keys: [...keys, 'example'], value: example }];
  const named = Object.entries(asObject(examples)).map(([name, one]): Example => {
    const { summary, description, value } = asObject(one);
    return {
      keys: [...keys, 'examples', name, 'value'],
      name,
      summary: textOf(summary),
      description: textOf(description),
      value,
    };
  });
  return [...only, ...named];
}

/** When a part ends: an operation, a parameter, a header, or a field by its flattened schema. */
export function deprecationOf(part: Json): Deprecation | undefined {
  const { 'x-deprecated-since': since = '', 'x-sunset': sunset = since } = part;
  if (part.deprecated !== true) return undefined;
  return { since: String(since), sunset: String(sunset), successor: textOf(part['x-successor']) };
}

/** Whether a header is one that the service sends with every response, whatever the error. */
export function isOfEveryResponse(name: string): boolean {
  return OF_EVERY_RESPONSE.test(name);
}

const OF_EVERY_RESPONSE =
  /^(?:X-Request-Id|(?:X-)?RateLimit(?:-.*)?|Deprecation|Sunset|X-Stability)$/i;

/** The major number of a version such as `1.2.0`. */
export function majorOf(version: string): number {
  return Number(version.split('.', 1)[0]);
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
