import { isObject, type Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { scopesOfOperation } from './scopes.ts';

/*
 * Examples of the headers whose values follow from the contract itself: from the methods of a path,
 * and from what an operation says of its scopes and its lifecycle. What is written in the contract
 * stays.
 */

/** Adds these examples to a complete contract, in place. */
export function addHeaderExamples(contract: Json): void {
  const operations = operationsOf(contract);
  for (const { written, path } of operations) {
    const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
    const successor = operations.find((one) => one.written.operationId === written['x-successor']);
    const values = {
      Allow: allowed(methods),
      'X-Stability': String(written['x-stability']),
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopesOfOperation(written).join(' ')}"`,
      ...(written.deprecated === true && deprecation(written, successor?.path)),
    };
    addTo(written, new Map(Object.entries(values)));
  }
}

function addTo({ responses }: Json, values: ReadonlyMap<string, string>) {
  for (const response of Object.values(Object(responses))) {
    for (const [name, header] of Object.entries(Object(Object(response).headers))) {
      const value = values.get(name);
      if (value !== undefined && isObject(header)) header.example ??= value;
    }
  }
}

/** HEAD is GET without a body. */
function allowed(methods: readonly string[]): string {
  const all = methods.map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()));
  return all.join(', ');
}

/** @param path of the successor, with that of the base address */
function deprecation(operation: Json, path = '') {
  const since = new Date(String(operation['x-deprecated-since']));
  const sunset = new Date(String(operation['x-sunset']));
  return {
    Deprecation: `@${since.getTime() / 1_000}`,
    Sunset: sunset.toUTCString(),
    Link: `<${path}>; rel="successor-version"`,
  };
}
