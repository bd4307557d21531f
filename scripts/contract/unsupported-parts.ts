// Finds the parts of a contract that are not supported, or contradict each other. All are found at
// once. What only follows from another finding is left out.

import type { Complete } from './complete-contract.ts';
import { wrongConditions } from './conditions.ts';
import type { Finding } from './finding.ts';
import { asObject, follow, isObject, type Json, keysOf } from './json.ts';
import { isMisspelt } from './misspelt.ts';
import type { Contract } from './model.ts';
import { operationsOf, schemasOf } from './operations.ts';
import { hiddenFields, wrongUses } from './schema-uses.ts';
import { HIDING, isComponent } from './schemas.ts';
import { EXPLICIT_SCOPES } from './scopes.ts';
import { wrongForm } from './subset.ts';

export function unsupported(complete: Complete): Finding[] {
  const { document, contract, origins } = complete;
  const found = [
    ...origins.problems,
    ...wrongForm(document),
    ...wrongList(origins.operations.data),
    ...unresolvedReferences(complete, document, []),
    ...origins.replaced.map((keys) => ({ keys, message: REPLACED })),
  ];
  // Without an overlay, no part is complete.
  if (!origins.isOverlaid) return found;
  return [
    ...found,
    ...unmatchedUpdates(complete, found),
    ...undescribedResponses(document),
    ...repeatedParameters(contract),
    ...wrongConditions(contract),
    ...undescribedScopes(contract),
    ...wrongUses(contract, found),
  ];
}

/** Finds references that lead nowhere. All references but those to schemas have been replaced. */
function unresolvedReferences(
  complete: Complete,
  part: unknown,
  keys: readonly string[],
): Finding[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref } = part as Json;
  if (typeof $ref !== 'string') {
    return Object.entries(part).flatMap(([key, one]) =>
      unresolvedReferences(complete, one, [...keys, key]),
    );
  }
  // A reference to another file is reported already.
  if (!$ref.startsWith('#') || isOfMisspeltKind($ref, complete)) return [];
  if (isComponent($ref) && isObject(follow(complete.document, keysOf($ref)))) return [];
  const message = `Can't resolve $ref: ${cureOf($ref, complete)}`;
  return [{ keys: [...keys, '$ref'], message, rule: 'no-unresolved-refs' }];
}

/** Whether a component is not found since the name of its kind is misspelt, which is reported. */
function isOfMisspeltKind($ref: string, { document }: Complete): boolean {
  const [, kind = ''] = keysOf($ref);
  const kinds = Object.keys(asObject(document.components));
  return !kinds.includes(kind) && kinds.some((one) => isMisspelt(one, kind));
}

function cureOf($ref: string, { document, origins }: Complete): string {
  const keys = keysOf($ref);
  const name = keys.at(-1) ?? '';
  const all = [document, origins.whole].map((one) => follow(one, keys.slice(0, -1)));
  const others = all.flatMap((one) => Object.keys(asObject(one)));
  const isComponent = keys.length === 3 && keys[0] === 'components';
  if (!isComponent) return 'refer to a component, such as `#/components/schemas/NAME`.';
  if (others.includes(name)) return 'refer to an object, and not to the reference itself.';
  const meant = others.find((other) => isMisspelt(name, other));
  return meant ? `did you mean ${meant}?` : 'refer to a component that exists.';
}

/** Finds components that nothing refers to, unless another finding may be why. */
export function unusedComponents(
  { document, origins }: Complete,
  others: readonly Finding[],
): Finding[] {
  if (!origins.isOverlaid || !isWhole(document, others)) return [];
  const text = JSON.stringify(document);
  const unusedSchemas = Object.keys(schemasOf(document))
    .filter((name) => !text.includes(`"#/components/schemas/${name}"`))
    .map((name) => ['components', 'schemas', name]);
  return [...origins.unused, ...unusedSchemas]
    .filter(([, kind = '']) => !others.some(({ keys }) => isOfReference(keys, kind)))
    .map((keys) => ({ keys, message: 'Remove it, or refer to it: nothing does.' }));
}

/**
 * Finds fields that are never sent, since only the direction that lacks them uses their schema,
 * unless another finding may be why.
 */
export function unsentFields({ contract }: Complete, others: readonly Finding[]): Finding[] {
  if (others.some(({ keys }) => mayHideUse(keys))) return [];
  return hiddenFields(contract).map(({ keys, direction }) => {
    const other = direction === 'request' ? 'response' : 'request';
    const why = `only ${direction}s use it, and they have no \`${HIDING[direction]}\` fields.`;
    const message = `Remove this field, or use its schema in a ${other}: ${why}`;
    return { keys, message };
  });
}

const WITH_BODIES = ['requestBody', 'responses'];

/** Whether keys lead to a part without which a body, or what it refers to, cannot be read. */
function mayHideUse(keys: readonly string[]): boolean {
  const [part, , , key] = keys;
  const hasBodies =
    key === undefined || WITH_BODIES.some((one) => one === key || isMisspelt(key, one));
  const isOfKind = part === 'components' && keys.length === 2;
  return (part === 'paths' && hasBodies) || isOfKind || isOfReference(keys, 'schemas');
}

/** Whether keys lead to a wrong reference, or to a place where references of a kind are. */
function isOfReference(keys: readonly string[], kind: string): boolean {
  return ['$ref', 'ref', kind].includes(keys.at(-1) ?? '') || keys.at(-2) === kind;
}

/** Finds updates of overlays that match nothing, although the contract has all of its parts. */
function unmatchedUpdates({ document, origins }: Complete, others: readonly Finding[]): Finding[] {
  const message =
    'This target matches nothing: write another one, or `x-optional: true` beside it.';
  if (!isWhole(document, others)) return [];
  return origins.unmatched.map((place) => ({ keys: [], message, place }));
}

/** Whether `paths` and all kinds of components can be read. */
function isWhole(document: Json, found: readonly Finding[]): boolean {
  const isLost = ({ keys: [part, kind, name] }: Finding) =>
    (part === 'paths' && kind === undefined) || (part === 'components' && name === undefined);
  return ['paths', 'components'].every((part) => isObject(document[part])) && !found.some(isLost);
}

const REPLACED = 'Remove this: an overlay or a guide replaces it.';

/** Finds what is wrong in the list of overlays, which the complete contract does not have. */
function wrongList({ 'x-overlays': list }: Json): Finding[] {
  return list === undefined ? [] : wrongForm({ 'x-overlays': list }, 'contract');
}

/** Finds errors that neither the operation nor an overlay describes. Successes have a form. */
function undescribedResponses(document: Json): Finding[] {
  return operationsOf(document).flatMap(({ written, keys }) =>
    Object.entries(asObject(written.responses))
      .filter(([status, one]) => /^[45]/.test(status) && isObject(one) && !('$ref' in one))
      .filter(([, one]) => !('description' in asObject(one)))
      .map(([status]) => {
        return { keys: [...keys, 'responses', status], message: 'Add the missing `description`.' };
      }),
  );
}

/** Finds names that two parameters of an operation have. */
function repeatedParameters({ operations }: Contract): Finding[] {
  return operations.flatMap(({ parameters }) => {
    const names = parameters.map(({ name }) => name.toLowerCase());
    const again = parameters.find(
      (_, at) => names[at] !== '' && names.indexOf(names[at] ?? '') < at,
    );
    return again ? [{ keys: [...again.keys, 'name'], message: REPEATED_NAME }] : [];
  });
}

const REPEATED_NAME =
  'Rename this parameter: another one has the same name, whatever its case, and the client has ' +
  'all of them in one object.';

/** Finds scopes that `x-scopes` lacks, including scopes that operations have by their tag. */
function undescribedScopes({ operations, scopes: described, explicitScopes }: Contract): Finding[] {
  const required = operations.map(({ scopes, keys }) => ({ keys: [...keys, 'security'], scopes }));
  const explicit = { keys: EXPLICIT_SCOPES, scopes: explicitScopes };
  return [...required, explicit].flatMap(({ keys, scopes }) => {
    const scope = scopes.find((one) => !Object.hasOwn(described, one));
    if (scope === undefined) return [];
    const cure = `Describe the scope ${scope} in \`x-scopes\` of the security scheme`;
    return [{ keys, message: `${cure}, or write another scope.` }];
  });
}
