// The rules of this project beyond those of Redocly. A contract that breaks them could be served.

import { validateHeaderValue } from 'node:http';
import { wrongEndings } from './endings.ts';
import type { Finding } from './finding.ts';
import { asObject } from './json.ts';
import type { Contract, Example, Operation } from './model.ts';
import { type SchemaUse, schemaUses } from './schema-uses.ts';

/** Returns the status of an error by its code; undefined if there is no such error. */
export type StatusOf = (code: string) => number | undefined;

/**
 * Finds the parts of a contract that break these rules.
 *
 * @param statusOf without it, the examples of errors can have any code
 */
export function brokenHouseRules(contract: Contract, statusOf?: StatusOf): Finding[] {
  const uses = schemaUses(contract);
  const found = [
    ...wrongTitle(contract),
    ...wrongServers(contract),
    ...wrongEndings(contract),
    ...wrongReadScopes(contract),
    ...uses.flatMap(missingExample),
    ...contract.operations.flatMap((operation) => wrongExamples(operation, statusOf)),
    ...uses.flatMap(unsendableValues),
  ];
  return found.map((one) => ({ ...one, rule: 'house' }));
}

/** The title is the realm of the API keys in `WWW-Authenticate`. */
function wrongTitle({ title }: Contract): Finding[] {
  if (/^[ !#-[\]-~]*$/.test(title)) return [];
  const message = 'Write a title of ASCII characters without `"` and `\\`: it is sent in a header.';
  return [{ keys: ['info', 'title'], message }];
}

function wrongServers({ major, servers }: Contract): Finding[] {
  const segment = `/v${major}`;
  const message = `End this address with ${segment}, the major number of \`info.version\`.`;
  return servers.flatMap(({ url, keys }) => {
    return url.endsWith(segment) ? [] : [{ keys: [...keys, 'url'], message }];
  });
}

/** Finds operations that a key with read scopes could use to change something. */
function wrongReadScopes({ operations }: Contract): Finding[] {
  return operations.flatMap(({ scopes, keys, method }) => {
    const isRead = scopes.length > 0 && scopes.every((scope) => scope.endsWith(':read'));
    if (method === 'get' || !isRead) return [];
    const verb = method.toUpperCase();
    const message = `Ask for a scope that ends with \`:write\`: ${verb} changes something.`;
    return [{ keys: [...keys, 'security'], message }];
  });
}

/** A required parameter needs an example. */
function missingExample({ kind, value }: SchemaUse): Finding[] {
  if (kind !== 'parameter' || !value.isRequired || value.examples.length > 0) return [];
  const why = 'the code samples need a value';
  const message = `Give the required parameter ${value.name} an example: ${why}.`;
  return [{ keys: value.keys, message }];
}

/**
 * A body needs an example. The example of an error needs its status, and a code that belongs to the
 * status.
 */
function wrongExamples(
  { operationId, requestBody, responses }: Operation,
  statusOf: StatusOf | undefined,
): Finding[] {
  const messages = [
    ...(requestBody ? [{ ...requestBody, name: 'request body', status: '' }] : []),
    ...responses.map((response) => ({ ...response, name: `response ${response.status}` })),
  ];
  return messages.flatMap(({ keys, name, status, content }) =>
    content.flatMap(({ examples }) => {
      const wanted = wantedExample(examples, status, statusOf);
      if (wanted === undefined) return [];
      // The place of the response: its content may come from the overlay.
      return [{ keys, message: `Give the ${name} of ${operationId} an example${wanted}.` }];
    }),
  );
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
  return ` with a code of the catalogue of errors, which has no \`${other.code}\` with this status`;
}

/** Finds examples of headers that HTTP cannot carry. */
function unsendableValues(use: SchemaUse): Finding[] {
  const isHeader = use.kind === 'header' || (use.kind === 'parameter' && use.value.in === 'header');
  const { keys, examples } = use.value;
  if (!isHeader || examples.every(({ value }) => isSendable(String(value)))) return [];
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
