import type { Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { listOf } from './schemas.ts';

/*
 * What an API key has to be allowed. The scopes stand once, beside the security scheme, and an
 * operation that names none has one by its tag: `pets:read` for GET, `pets:write` for other
 * methods.
 */

const NO_SCOPE = [{ apiKey: [] }];

/** The scopes of a contract, with what each allows. */
export function scopesOf(contract: Json): Readonly<Record<string, string>> {
  const scheme = Object(Object(contract.components).securitySchemes).apiKey;
  return Object(scheme)['x-scopes'] ?? {};
}

/** The scopes that an operation names, all of which a key needs. */
export function scopesOfOperation({ security }: { readonly security?: unknown }): string[] {
  const [requirement] = Array.isArray(security) ? security : [];
  const scopes = Object(requirement).apiKey;
  return Array.isArray(scopes) ? scopes : [];
}

/** Gives every operation its scopes, in place, in a contract that has some. */
export function fillScopes(contract: Json): void {
  if (Object.keys(scopesOf(contract)).length === 0) return;
  const described = listOf(contract.tags).map((one) => Object(one).name);
  for (const { written, method } of operationsOf(contract)) {
    const { security = NO_SCOPE, tags } = written;
    // What asks for anything else is left for lint to refuse.
    if (JSON.stringify(security) !== JSON.stringify(NO_SCOPE)) continue;
    const [tag] = [tags].flat();
    // Lint asks for one of them.
    if (!described.includes(tag)) continue;
    written.security = [{ apiKey: [`${tag}:${method === 'get' ? 'read' : 'write'}`] }];
  }
}
