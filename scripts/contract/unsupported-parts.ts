import type { Complete } from './complete-contract.ts';
import { asObject, follow, isObject, type Json, keysOf, pointerOf } from './json.ts';
import { isMisspelt } from './misspelt.ts';
import { keyOf, operationsOf, type ParameterObject } from './operations.ts';
import { wrongUses } from './schema-uses.ts';
import { scopesOf, scopesOfOperation, tagsOf } from './scopes.ts';
import { type Finding, wrongForm } from './subset.ts';

/** Finds the parts of a contract that are not supported, or contradict each other. */
export function unsupported(complete: Complete): Finding[] {
  const { document, origins } = complete;
  // Each check relies on the one before.
  const unresolved = unresolvedReferences(complete, document, []);
  const form = wrongForm(document);
  if (unresolved.length > 0) {
    // A misspelt kind of components is the cause of all unresolved references to it.
    const causes = form.filter(({ keys }) => keys.length < (keys[0] === 'components' ? 3 : 2));
    const isWithin = (part: Finding) => (one: Finding) =>
      pointerOf(part.keys).startsWith(pointerOf(one.keys.slice(0, -1)));
    const others = form.filter((one) => !unresolved.some(isWithin(one)));
    return causes.length > 0 ? causes : [...others, ...unresolved];
  }
  const found = [...form, ...overwritten(origins.written, document, [])];
  if (found.length > 0) return found;
  const inUse = [
    ...repeatedParameters(document),
    ...unknownTags(document),
    ...undescribedScopes(document),
    ...wrongUses(document),
  ];
  if (inUse.length > 0) return inUse;
  const message =
    'This target matches nothing: write another one, or `x-optional: true` beside it.';
  return origins.unmatched.map((place) => ({ keys: [], message, place }));
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
  const isOfSchema = /^#\/components\/schemas\/[^/]+$/.test($ref);
  if (isOfSchema && isObject(follow(complete.document, keysOf($ref)))) return [];
  const message = `Can't resolve $ref: ${cureOf($ref, complete)}`;
  return [{ keys: [...keys, '$ref'], message, rule: 'no-unresolved-refs' }];
}

function cureOf($ref: string, { origins }: Complete): string {
  const keys = keysOf($ref);
  const name = keys.at(-1) ?? '';
  const others = Object.keys(asObject(follow(origins.bundled, keys.slice(0, -1))));
  const isComponent = keys.length === 3 && keys[0] === 'components';
  if (!isComponent) return 'refer to a component, such as `#/components/schemas/Pet`.';
  if (others.includes(name)) return 'refer to an object.';
  const meant = others.find((other) => isMisspelt(name, other));
  return meant ? `did you mean ${meant}?` : 'refer to a component that exists.';
}

const OVERWRITTEN = 'Remove this: every-operation.yaml, or a guide, replaces it.';

/** Finds written values that the complete contract replaces by others. */
function overwritten(before: unknown, after: unknown, keys: readonly string[]): Finding[] {
  if (isObject(before)) {
    return Object.entries(before).flatMap(([key, part]) =>
      overwritten(part, asObject(after)[key], [...keys, key]),
    );
  }
  const isSame = Array.isArray(before) || after === before;
  return isSame ? [] : [{ keys, message: OVERWRITTEN }];
}

/** Finds names that two parameters of an operation have: the client has all in one object. */
function repeatedParameters(document: Json): Finding[] {
  return operationsOf(document).flatMap(({ operation: { parameters = [] }, keys }) => {
    const isSame = (one: ParameterObject, other: ParameterObject) =>
      one !== other && (one.name === other.name || keyOf(one) === keyOf(other));
    const repeated = parameters.find((one) => parameters.some((other) => isSame(one, other)));
    if (!repeated) return [];
    const { name } = repeated;
    const message = `Rename one parameter ${name}: the client has all of them in one object.`;
    return [{ keys: [...keys, 'parameters'], message }];
  });
}

/** Finds unknown tags. A tag names the file of the handler, and the scope. */
function unknownTags(document: Json): Finding[] {
  const described = tagsOf(document);
  const names = described.join(' or ');
  const message = `Write the tag ${names} here, or describe another tag in \`tags\` at the top.`;
  return operationsOf(document)
    .filter(({ operation }) => !described.includes(operation.tags?.[0]))
    .map(({ keys }) => ({ keys: [...keys, 'tags'], message }));
}

/** Finds scopes that `x-scopes` lacks, including scopes that operations have by their tag. */
function undescribedScopes(document: Json): Finding[] {
  const described = scopesOf(document);
  return operationsOf(document).flatMap(({ operation, keys }) => {
    const scope = scopesOfOperation(operation).find((one) => !Object.hasOwn(described, one));
    if (scope === undefined) return [];
    const cure = `Describe the scope ${scope} in \`x-scopes\` of the security scheme`;
    return [{ keys: [...keys, 'security'], message: `${cure}, or write another scope.` }];
  });
}
