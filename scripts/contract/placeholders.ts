// Placeholders such as `{$scopes}` in the examples of responses, so that the overlay can show for
// every operation what depends on the operation: its methods, its scopes and its lifecycle.

import { isObject, type Json, mapValues } from './json.ts';
import { type FoundOperation, operationsOf } from './operations.ts';
import { scopesOfOperation } from './scopes.ts';

/** Fills the placeholders in the responses of a complete contract, in place. */
export function fillPlaceholders(contract: Json): void {
  const operations = operationsOf(contract);
  for (const found of operations) {
    const { responses } = found.written;
    if (responses) found.written.responses = filled(responses, valuesFor(found, operations));
  }
}

/** The value of each placeholder. Lint reports what makes one empty. */
function valuesFor({ written, path }: FoundOperation, operations: readonly FoundOperation[]): Json {
  const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
  const successor = operations.find((one) => one.written.operationId === written['x-successor']);
  const since = new Date(String(written['x-deprecated-since']));
  const sunset = String(written['x-sunset']);
  return {
    // HEAD is allowed where GET is.
    methods: methods.map((one) => (one === 'get' ? 'GET, HEAD' : one.toUpperCase())).join(', '),
    scopes: scopesOfOperation(written).join(' '),
    stability: written['x-stability'],
    operationId: written.operationId,
    deprecatedSinceSeconds: since.getTime() / 1_000 || 0,
    sunset,
    sunsetDate: new Date(sunset).toUTCString(),
    successorId: written['x-successor'],
    successorMethod: successor?.method.toUpperCase(),
    successorPath: successor?.path,
  };
}

function filled(part: unknown, values: Json): unknown {
  if (Array.isArray(part)) return part.map((one) => filled(one, values));
  if (isObject(part)) return mapValues(part, (one) => filled(one, values));
  if (typeof part !== 'string') return part;
  return part.replaceAll(/\{\$(\w+)\}/g, (all, name) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : all,
  );
}
