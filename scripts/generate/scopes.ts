import { isObject, type Json } from './json.ts';

/*
 * What an API key has to be allowed. The scopes stand once, beside the security scheme, and an operation that
 * names none has one by its tag: `pets:read` for GET, `pets:write` for other methods.
 */

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The scopes of a contract, with what each allows; undefined where it has none. */
export function scopesOf(contract: Json): Readonly<Record<string, string>> | undefined {
  const scheme = Object(Object(contract.components).securitySchemes).apiKey;
  return Object(scheme)['x-scopes'];
}

/** The scopes that an operation names, all of which a key needs. */
export function scopesOfOperation({ security }: { readonly security?: unknown }): string[] {
  const [requirement] = Array.isArray(security) ? security : [];
  const scopes = Object(requirement).apiKey;
  return Array.isArray(scopes) ? scopes : [];
}

/** Gives every operation its scopes, in place, in a contract that has some. */
export function fillScopes(contract: Json): void {
  if (!scopesOf(contract)) return;
  for (const item of Object.values(Object(contract.paths))) {
    for (const method of METHODS) {
      const operation = Object(item)[method];
      if (!isObject(operation) || !namesNoScope(operation)) continue;
      const [tag] = [operation.tags].flat();
      operation.security = [{ apiKey: [`${tag}:${method === 'get' ? 'read' : 'write'}`] }];
    }
  }
}

/** What asks for anything else is left for lint to refuse. */
function namesNoScope({ security }: Json): boolean {
  return security === undefined || JSON.stringify(security) === '[{"apiKey":[]}]';
}
