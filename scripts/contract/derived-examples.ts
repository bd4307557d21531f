import { insufficientScope, operationRemoved } from '../../src/errors/errors.ts';
import { asObject, follow, isObject, type Json } from './json.ts';
import { type FoundOperation, operationsOf } from './operations.ts';
import { scopesOfOperation } from './scopes.ts';

/*
 * Examples that are derived from the contract: from the methods of a path, and from the scopes and
 * the lifecycle of an operation. They do not replace examples that the contract contains.
 */

/** Adds the derived examples to a complete contract, in place. */
export function addDerivedExamples(contract: Json): void {
  const operations = operationsOf(contract);
  for (const found of operations) {
    const { written, path } = found;
    const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
    const successor = operations.find((one) => one.written.operationId === written['x-successor']);
    const scopes = scopesOfOperation(written);
    const lacking = insufficientScope(scopes, scopes);
    const headers: Json = {
      Allow: allowed(methods),
      'X-Stability': String(written['x-stability']),
      'WWW-Authenticate': lacking.headers['www-authenticate'],
      ...(written.deprecated === true && deprecation(written, successor?.path)),
    };
    const messages: Json = {
      insufficient_scope: lacking.message,
      operation_removed: removedMessage(written, successor),
    };
    for (const response of Object.values(asObject(written.responses))) {
      addHeaders(asObject(response), headers);
      addMessages(response, messages);
    }
  }
}

/** @param values by the name of the header */
function addHeaders(response: Json, values: Json): void {
  for (const [name, header] of Object.entries(asObject(response.headers))) {
    if (Object.hasOwn(values, name) && isObject(header)) header.example ??= values[name];
  }
}

/** @param messages by the code of the error */
function addMessages(response: unknown, messages: Json): void {
  const examples = follow(response, ['content', 'application/json', 'examples']);
  for (const example of Object.values(asObject(examples)).filter(isObject)) {
    const { code, ...others } = asObject(example.value);
    if (typeof code === 'string' && Object.hasOwn(messages, code)) {
      // In the order in which the service sends its fields.
      example.value = { code, message: messages[code], ...others };
    }
  }
}

/** The value of `Allow`. HEAD is allowed where GET is. */
function allowed(methods: readonly string[]): string {
  const all = methods.map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()));
  return all.join(', ');
}

/** @param path the path of the successor, including the base path */
function deprecation(operation: Json, path = '') {
  const since = new Date(String(operation['x-deprecated-since']));
  const sunset = new Date(String(operation['x-sunset']));
  return {
    Deprecation: `@${since.getTime() / 1_000}`,
    Sunset: sunset.toUTCString(),
    Link: `<${path}>; rel="successor-version"`,
  };
}

/** @param successor undefined if the contract names none, which lint reports */
function removedMessage(operation: Json, successor: FoundOperation | undefined): string {
  const { operationId, 'x-sunset': sunset, 'x-successor': successorId } = operation;
  const endpoint = successor && `${successor.method.toUpperCase()} ${successor.path}`;
  const replacement = `${successorId} (${endpoint})`;
  return operationRemoved(String(operationId), String(sunset), replacement).message;
}
