// The rules of this project beyond those of Redocly. A contract that breaks them could be served.

import { validateHeaderValue } from 'node:http';
import { wrongEndings } from './endings.ts';
import type { Finding } from './finding.ts';
import { asObject, follow, type Json } from './json.ts';
import { type Example, examplesOf, type FoundOperation, operationsOf } from './operations.ts';
import { type SchemaUse, schemaUses } from './schema-uses.ts';
import { listOf } from './schemas.ts';
import { scopesOfOperation } from './scopes.ts';

/** Returns the status of an error by its code; undefined if there is no such error. */
export type StatusOf = (code: string) => number | undefined;

/**
 * Finds the parts of a complete contract that break these rules.
 *
 * @param statusOf without it, the examples of errors can have any code
 */
export function brokenHouseRules(document: Json, statusOf?: StatusOf): Finding[] {
  const operations = operationsOf(document);
  const uses = schemaUses(document);
  const found = [
    ...wrongTitle(document),
    ...wrongServers(document),
    ...wrongEndings(document),
    ...wrongReadScopes(operations),
    ...uses.flatMap((use) => wrongExample(document, use, statusOf)),
    ...uses.flatMap(unsendableValues),
  ];
  return found.map((one) => ({ ...one, rule: 'house' }));
}

/** The title is the realm of the API keys in `WWW-Authenticate`. */
function wrongTitle({ info }: Json): Finding[] {
  const { title } = asObject(info);
  if (typeof title !== 'string' || /^[ !#-[\]-~]*$/.test(title)) return [];
  const message = 'Write a title of ASCII characters without `"` and `\\`: it is sent in a header.';
  return [{ keys: ['info', 'title'], message }];
}

function wrongServers({ info, servers }: Json): Finding[] {
  const segment = `/v${String(asObject(info).version).split('.', 1)[0]}`;
  const message = `End this address with ${segment}, the major number of \`info.version\`.`;
  return listOf(servers).flatMap((server, index) => {
    const isRight = String(asObject(server).url).endsWith(segment);
    return isRight ? [] : [{ keys: ['servers', String(index), 'url'], message }];
  });
}

/** Finds operations that a key with read scopes could use to change something. */
function wrongReadScopes(operations: readonly FoundOperation[]): Finding[] {
  return operations.flatMap(({ operation, keys, method }) => {
    const scopes = scopesOfOperation(operation);
    const isRead = scopes.length > 0 && scopes.every((scope) => scope.endsWith(':read'));
    if (method === 'get' || !isRead) return [];
    const verb = method.toUpperCase();
    const message = `Ask for a scope that ends with \`:write\`: ${verb} changes something.`;
    return [{ keys: [...keys, 'security'], message }];
  });
}

/**
 * A required parameter and a body need an example. The example of an error needs its status, and a
 * code that belongs to the status.
 */
function wrongExample(
  document: Json,
  { holder, keys, role }: SchemaUse,
  statusOf: StatusOf | undefined,
): Finding[] {
  const examples = examplesOf(holder);
  if ('in' in holder && holder.required === true && examples.length === 0) {
    const why = 'the code samples need a value';
    return [{ keys, message: `Give the required parameter ${holder.name} an example: ${why}.` }];
  }
  // Such as `paths`, `/items`, `get`, `responses`, `404`.
  const [, , , part, status = ''] = keys;
  const wanted = role === 'body' ? wantedExample(examples, status, statusOf) : undefined;
  if (wanted === undefined) return [];
  const isRequest = part === 'requestBody';
  const name = isRequest ? 'request body' : `response ${status}`;
  const { operationId } = asObject(follow(document, keys.slice(0, 3)));
  const message = `Give the ${name} of ${operationId} an example${wanted}.`;
  // The place of the response: its content may come from the overlay.
  return [{ keys: keys.slice(0, isRequest ? 4 : 5), message }];
}

/** What is missing in the examples of a body; undefined if they are right. */
function wantedExample(
  examples: readonly Example[],
  status: string,
  statusOf: StatusOf | undefined,
): string | undefined {
  if (examples.length === 0) return ', with `example` or `examples`';
  if (!/^[45]/.test(status)) return undefined;
  const bodies = examples.map(({ value }) => asObject(value));
  if (bodies.some((body) => String(body.status) !== status)) return ` with the status ${status}`;
  const other = bodies.find(({ code }) => statusOf && statusOf(String(code)) !== Number(status));
  if (!other) return undefined;
  if (other.code === undefined) return ' with `code`, `message` and `status`';
  return ` with a code of this status in the catalogue of errors, unlike \`${other.code}\``;
}

/** Finds examples of headers that HTTP cannot carry. */
function unsendableValues({ holder, keys }: SchemaUse): Finding[] {
  const isHeader = holder.in === 'header' || keys.at(-2) === 'headers';
  if (!isHeader || examplesOf(holder).every(({ value }) => isSendable(String(value)))) return [];
  return [
    { keys, message: 'Write one line of Latin-1 characters here: a header carries no others.' },
  ];
}

function isSendable(value: string): boolean {
  try {
    validateHeaderValue('example', value);
    return true;
  } catch {
    return false;
  }
}
