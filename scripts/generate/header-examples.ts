import { isObject, type Json } from './json.ts';
import { scopesOfOperation } from './scopes.ts';

/*
 * Examples of the headers whose values follow from the contract itself: from the methods of a path, and from what an
 * operation says of its scopes and its lifecycle. What is written in the contract stays.
 */

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Adds these examples to a complete contract, in place. */
export function addHeaderExamples(contract: Json): void {
  for (const item of Object.values(Object(contract.paths))) {
    const methods = Object.keys(Object(item)).filter((key) => METHODS.includes(key));
    for (const operation of methods.map((method) => (item as Json)[method])) {
      if (!isObject(operation)) continue;
      const values = {
        Allow: allowed(methods),
        'X-Stability': String(operation['x-stability']),
        'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopesOfOperation(operation).join(' ')}"`,
        ...(operation.deprecated === true && deprecation(operation, contract)),
      };
      addTo(operation, new Map(Object.entries(values)));
    }
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
  return methods
    .map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
    .join(', ');
}

function deprecation(operation: Json, contract: Json) {
  const since = new Date(String(operation['x-deprecated-since']));
  const sunset = new Date(String(operation['x-sunset']));
  return {
    Deprecation: `@${since.getTime() / 1_000}`,
    Sunset: sunset.toUTCString(),
    Link: `<${pathOf(operation['x-successor'], contract)}>; rel="successor-version"`,
  };
}

/** With the path of the base address. */
function pathOf(operationId: unknown, { servers, paths }: Json): string {
  const [{ url = '' } = {}] = (servers ?? []) as { url?: string }[];
  const found = Object.entries(Object(paths)).find(([, item]) =>
    Object.values(Object(item)).some((one) => Object(one).operationId === operationId),
  );
  return `${url}${found?.[0] ?? ''}`;
}
