// The scopes that operations require. `x-scopes` of the security scheme lists all scopes. An
// operation that names none requires the scope of its tag: `pets:read` for GET, `pets:write` for
// other methods.

import { isDeepStrictEqual } from 'node:util';
import { asObject, follow, type Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { listOf } from './schemas.ts';

const NO_SCOPE = [{ apiKey: [] }];

/** The scopes of a contract, with what each allows. */
export function scopesOf(contract: Json): Readonly<Record<string, string>> {
  const scopes = follow(contract, ['components', 'securitySchemes', 'apiKey', 'x-scopes']);
  return asObject(scopes) as Record<string, string>;
}

/** The scopes that an operation names. A key needs all of them. */
export function scopesOfOperation({ security }: { readonly security?: unknown }): string[] {
  const [requirement] = listOf(security);
  return listOf(asObject(requirement).apiKey).map(String);
}

/** Adds scopes to the operations that name none, in place, if the contract has scopes. */
export function fillScopes(contract: Json): void {
  if (Object.keys(scopesOf(contract)).length === 0) return;
  const described = listOf(contract.tags).map((tag) => asObject(tag).name);
  for (const { written, method } of operationsOf(contract)) {
    const { security = NO_SCOPE, tags } = written;
    const [tag] = listOf(tags);
    // Lint rejects tags that are not described, and any other `security`.
    if (!isDeepStrictEqual(security, NO_SCOPE) || !described.includes(tag)) continue;
    written.security = [{ apiKey: [`${tag}:${method === 'get' ? 'read' : 'write'}`] }];
  }
}
