/*
 * What a migration means for the version before it, as the first lines of its script declare:
 *
 *   -- additive            the version before runs on the schema as well
 *   -- breaking: a reason  it does not
 *
 * The declaration is stored beside the record of the migration, where a version that does not know the
 * migration can read it.
 */

const DECLARATION = /^(?:--.*\n)*?-- (additive|breaking: .*\S)\s*(?:\n|$)/;

/** What a script declares: `additive`, or `breaking: ` and a reason; undefined when it declares nothing. */
export function declaredChange(script: string): string | undefined {
  return DECLARATION.exec(script)?.[1];
}

/** Whether the version before a migration runs on its schema. What is not declared may be anything. */
export function isAdditive(declaration: string | null | undefined): boolean {
  return declaration === 'additive';
}
