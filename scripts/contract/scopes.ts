import { isDeepStrictEqual } from 'node:util';
import { asObject, follow, type Json } from './json.ts';
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
  const scopes = follow(contract, ['components', 'securitySchemes', 'apiKey', 'x-scopes']);
  return asObject(scopes) as Record<string, string>;
}

/** The scopes that an operation names, all of which a key needs. */
export function scopesOfOperation({ security }: { readonly security?: unknown }): string[] {
  const [requirement] = listOf(security);
  return listOf(asObject(requirement).apiKey).map(String);
}

/** Gives every operation its scopes, in place, in a contract that has some. */
export function fillScopes(contract: Json): void {
  if (Object.keys(scopesOf(contract)).length === 0) return;
  const described = listOf(contract.tags).map((tag) => asObject(tag).name);
  for (const { written, method } of operationsOf(contract)) {
    const { security = NO_SCOPE, tags } = written;
    const [tag] = listOf(tags);
    // Lint refuses tags that are not described, and whatever else is written as security.
    if (!isDeepStrictEqual(security, NO_SCOPE) || !described.includes(tag)) continue;
    written.security = [{ apiKey: [`${tag}:${method === 'get' ? 'read' : 'write'}`] }];
  }
}
