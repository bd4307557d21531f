import { ERROR_CODES } from '../../src/error-codes.ts';
import { follow, type Json } from './json.ts';
import { type Example, examplesOf, type FoundOperation, operationsOf } from './operations.ts';
import { listOf } from './schemas.ts';
import { scopesOfOperation } from './scopes.ts';
import type { Finding } from './subset.ts';
import { usesIn } from './uses.ts';
import type { Use } from './values.ts';

/*
 * What this house asks of its contract beyond Redocly's rules, though it could be served without.
 */

/** Finds what breaks these rules in a complete contract that is supported. */
export function brokenRules(document: Json): Finding[] {
  const operations = operationsOf({ ...document, servers: [] });
  const found = [
    ...wrongServers(document),
    ...repeatedIds(operations),
    ...wrongLifecycles(operations),
    ...readScopes(operations),
    ...usesIn(document.paths, ['paths']).flatMap((use) => wrongExample(document, use)),
  ];
  return found.map((one) => ({ ...one, rule: 'house' }));
}

function wrongServers({ info, servers }: Json): Finding[] {
  const segment = `/v${String(Object(info).version).split('.', 1)[0]}`;
  const message = `End this address with ${segment}, the major number of \`info.version\`.`;
  return listOf(servers).flatMap((server, index) => {
    const isRight = String(Object(server).url).endsWith(segment);
    return isRight ? [] : [{ keys: ['servers', String(index), 'url'], message }];
  });
}

function repeatedIds(operations: readonly FoundOperation[]): Finding[] {
  const first = new Map<unknown, FoundOperation>();
  return operations.flatMap((one) => {
    const { operationId } = one.operation;
    const other = first.get(operationId);
    first.set(operationId, other ?? one);
    if (!other) return [];
    const name = `${other.method.toUpperCase()} ${other.path}`;
    const message = `Choose another operationId: ${name} has this one.`;
    return [{ keys: ['paths', one.path, one.method, 'operationId'], message }];
  });
}

const EARLY = 'Let the `x-sunset` be no earlier than `x-deprecated-since`.';
const NOBODY =
  'Name with `x-successor` the operationId of what replaces this deprecated operation.';

function wrongLifecycles(operations: readonly FoundOperation[]): Finding[] {
  const ids = operations.map(({ operation }) => operation.operationId);
  return operations.flatMap(({ operation, path, method }) => {
    const { 'x-deprecated-since': since = '', 'x-sunset': sunset = '' } = operation;
    const isReplaced = ids.includes(operation['x-successor'] ?? '');
    const at = (key: string) => ['paths', path, method, key];
    return [
      ...(sunset < since ? [{ keys: at('x-sunset'), message: EARLY }] : []),
      ...(operation.deprecated && !isReplaced
        ? [{ keys: at('x-successor'), message: NOBODY }]
        : []),
    ];
  });
}

/** A key that may only read would change something. */
function readScopes(operations: readonly FoundOperation[]): Finding[] {
  return operations.flatMap(({ operation, path, method }) => {
    const scopes = scopesOfOperation(operation as { readonly security?: unknown });
    const isRead = scopes.length > 0 && scopes.every((scope) => scope.endsWith(':read'));
    if (method === 'get' || !isRead) return [];
    const name = method.toUpperCase();
    const message = `Ask for a scope that ends with \`:write\`: ${name} changes something.`;
    return [{ keys: ['paths', path, method, 'security'], message }];
  });
}

/** A required parameter and a body have an example; that of an error has its status and code. */
function wrongExample(document: Json, { holder, keys, kind }: Use): Finding[] {
  const examples = examplesOf(holder);
  const isNeeded = 'in' in holder && holder.required === true;
  if (isNeeded && examples.length === 0) {
    const message = `Give the parameter ${holder.name} an example: samples need it, since it is required.`;
    return [{ keys: keys.slice(0, -1), message }];
  }
  const [, , , part, status = ''] = keys;
  const wanted = kind === 'body' ? wantedExample(examples, status) : undefined;
  if (wanted === undefined) return [];
  const isRequest = part === 'requestBody';
  const name = isRequest ? 'request body' : `response ${status}`;
  const { operationId } = Object(follow(document, keys.slice(0, 3)));
  const message = `Give the ${name} of ${operationId} an example: ${wanted}.`;
  // The rest of an error's response may be added to what was written.
  return [{ keys: keys.slice(0, isRequest ? 4 : 5), message }];
}

/** What an example of a body should be; undefined where each is right. */
function wantedExample(examples: readonly Example[], status: string): string | undefined {
  if (examples.length === 0) return '`example`, or at least one of `examples`';
  if (!/^[45]/.test(status)) return undefined;
  const bodies = examples.map(({ value }) => Object(value));
  if (bodies.some((body) => String(body.status) !== status)) return 'with its status';
  const other = bodies.find(({ code }) => statusOf(code) !== Number(status));
  if (!other) return undefined;
  return `not \`${other.code}\`, but a code of its status in src/handlers/error-codes.ts`;
}

/** The status of a code in the catalogue. */
function statusOf(code: string): number | undefined {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code]?.status : undefined;
}
