// The scopes that operations require. `x-scopes` of the security scheme lists all scopes. An
// operation without a `security` of its own requires the scope of its tag: `TAG:read` for GET,
// `TAG:write` for other methods.

import { asObject, follow, type Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { listOf } from './schemas.ts';

const SCHEME = ['components', 'securitySchemes', 'apiKey'];

/** The scopes of a contract, with what each allows. */
export function scopesOf(contract: Json): Readonly<Record<string, string>> {
  return asObject(follow(contract, [...SCHEME, 'x-scopes'])) as Record<string, string>;
}

export const EXPLICIT_SCOPES = [...SCHEME, 'x-explicit-scopes'];

/** The scopes that a key has only if they are listed: a key without a list has all others. */
export function explicitScopesOf(contract: Json): string[] {
  return listOf(follow(contract, EXPLICIT_SCOPES)).map(String);
}

/** The scopes that an operation names. A key needs all of them. */
export function scopesOfOperation({ security }: { readonly security?: unknown }): string[] {
  const [requirement] = listOf(security);
  return listOf(asObject(requirement).apiKey).map(String);
}

/** Whether a request needs an API key and nothing else. */
export function isOfApiKey(security: unknown): boolean {
  const [requirement, ...others] = listOf(security);
  return others.length === 0 && Object.keys(asObject(requirement)).join() === 'apiKey';
}

/** Adds scopes to the operations without a `security`, in place, if the contract has scopes. */
export function fillScopes(contract: Json): void {
  if (Object.keys(scopesOf(contract)).length === 0) return;
  const described = listOf(contract.tags).map((tag) => asObject(tag).name);
  for (const { written, method } of operationsOf(contract)) {
    const [tag] = listOf(written.tags);
    // Lint rejects tags that are not described.
    if (written.security !== undefined || !described.includes(tag)) continue;
    written.security = [{ apiKey: [`${tag}:${method === 'get' ? 'read' : 'write'}`] }];
  }
}
