// The scopes of API keys: how they are stored and shown, what a key lacks, and what it can give.

import { errors } from '../errors/index.ts';

/** What a key may do; null for everything that need not be listed. */
export type Scopes = readonly string[] | null;

/** What an operation requires, or a contract knows. */
interface KnownScopes {
  readonly scopes: readonly string[];
  /** Those of them that a key without a list of scopes lacks, and that only the operator gives. */
  readonly explicitScopes: readonly string[];
}

/** Reads the scopes of a key as they are stored: separated by spaces. */
export function readScopes(stored: string | null): Scopes {
  return stored === null ? null : stored.split(' ').filter(Boolean);
}

export function writeScopes(scopes: Scopes | undefined): string | null {
  return scopes?.join(' ') ?? null;
}

export function scopesText({ scopes }: { readonly scopes: Scopes }): string {
  return scopes === null ? 'all' : scopes.join(' ') || 'none';
}

/** The scopes that a key lacks for an operation. */
export function missingScopes(
  given: Scopes,
  { scopes, explicitScopes }: KnownScopes,
): readonly string[] {
  return given ? scopes.filter((scope) => !given.includes(scope)) : explicitScopes;
}

/** @throws insufficient_scope unless a key has these scopes in its list */
export function assertListed(given: Scopes, required: KnownScopes): void {
  const missing = required.scopes.filter((scope) => !given?.includes(scope));
  if (missing.length > 0) throw errors.insufficientScope(required, missing);
}

/**
 * The scopes of a key that another key creates.
 *
 * @param given those of the key that creates it
 * @throws unless it has those that are wanted, and can give them
 */
export function scopesOfNewKey(
  given: Scopes,
  wanted: readonly string[] | undefined,
  { scopes, explicitScopes }: KnownScopes,
): readonly string[] {
  if (!wanted) return (given ?? []).filter((scope) => !explicitScopes.includes(scope));
  const unknown = wanted.findIndex((scope) => !scopes.includes(scope));
  if (unknown >= 0) {
    throw errors.invalidBody(`scopes.${unknown} must be one of ${scopes.join(', ')}.`);
  }
  const explicit = wanted.find((scope) => explicitScopes.includes(scope));
  if (explicit) throw errors.operatorRequired(`gives the scope ${explicit}`);
  assertListed(given, { scopes: wanted, explicitScopes });
  return [...new Set(wanted)];
}

/**
 * Asserts that a key can rotate another one: it has the scopes of that key.
 *
 * @throws insufficient_scope, or operator_required if only the operator rotates that key
 */
export function assertCanRotate(
  given: Scopes,
  { id, scopes }: { readonly id: bigint; readonly scopes: Scopes },
  { explicitScopes }: Pick<KnownScopes, 'explicitScopes'>,
): void {
  const explicit = scopes?.find((scope) => explicitScopes.includes(scope));
  if (!scopes || explicit) {
    const rights = explicit ? `the scope ${explicit}` : 'all scopes';
    throw errors.operatorRequired(`rotates the key ${id}, which has ${rights}`);
  }
  assertListed(given, { scopes, explicitScopes });
}
