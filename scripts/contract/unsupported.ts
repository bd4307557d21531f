import type { Complete } from './complete.ts';
import { follow, isObject, type Json, keysOf } from './json.ts';
import { basePathOf, operationsOf } from './operations.ts';
import { listOf } from './schemas.ts';
import { scopesOf, scopesOfOperation } from './scopes.ts';
import { type Finding, isMisspelt, wrongForm } from './subset.ts';
import { wrongUses } from './uses.ts';

/** Finds what is not supported in a contract, or contradicts itself. */
export function unsupported(complete: Complete): Finding[] {
  const { document, origins } = complete;
  // Each relies on what the one before it checks.
  const nowhere = unresolved(complete, document, []);
  const form = wrongForm(document).filter(({ keys }) => !nowhere.some((one) => isIn(one, keys)));
  // Where a kind of components has another name, none of its references can be followed.
  const causes = form.filter(({ keys }) => keys.length < (keys[0] === 'components' ? 3 : 2));
  if (nowhere.length > 0) return causes.length > 0 ? causes : [...form, ...nowhere];
  const found = [...form, ...overwritten(complete)];
  if (found.length > 0) return found;
  const inUse = [...wrongTags(document), ...undescribedScopes(document), ...wrongUses(document)];
  if (inUse.length > 0) return inUse;
  return origins.unmatched.map((place) => ({ keys: [], message: UNMATCHED, place }));
}

const UNMATCHED =
  'The target matches nothing: write one that does, or `x-optional: true` beside it.';

/** Whether keys lead to what a reference should have been replaced by. */
function isIn({ keys }: Finding, others: readonly string[]): boolean {
  return keys.slice(0, -1).every((key, index) => key === others[index]);
}

/** References that lead nowhere. Those to anything but schemas have been replaced. */
function unresolved(complete: Complete, part: unknown, keys: readonly string[]): Finding[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref } = part as Json;
  const isOfSchema = /^#\/components\/schemas\/[^/]+$/.test(String($ref));
  const target = () => follow(complete.document, keysOf(String($ref)));
  if (typeof $ref === 'string' && !(isOfSchema && isObject(target()))) {
    const message = `Can't resolve $ref: ${cureOf($ref, complete)}`;
    return [{ keys: [...keys, '$ref'], message, rule: 'no-unresolved-refs' }];
  }
  return Object.entries(part).flatMap(([key, one]) => unresolved(complete, one, [...keys, key]));
}

function cureOf($ref: string, { origins }: Complete): string {
  const keys = keysOf($ref);
  const [above, name = ''] = [keys.slice(0, -1), keys.at(-1)];
  const others = Object.keys(Object(follow(origins.written, above)));
  if (others.includes(name)) return 'name what has keys and values.';
  const meant = others.find((other) => isMisspelt(name, other));
  return meant ? `did you mean ${meant}?` : 'name a component that this file has.';
}

const OVERWRITTEN = 'Remove it: what holds for every operation, or a guide, replaces it.';

/** What was written, and is otherwise in the complete contract. */
function overwritten({ document, origins: { written } }: Complete): Finding[] {
  const found: Finding[] = [];
  visit(written, [], []);
  return found;

  function visit(value: unknown, keys: readonly string[], seen: readonly unknown[]) {
    const now = follow(document, keys);
    if (isObject(value)) {
      const target = targetOf(value.$ref);
      // What is shared is in the place of the reference, and what is beside that replaces it.
      if (isObject(target) && !seen.includes(target)) {
        visit({ ...target, ...value, $ref: target.$ref }, keys, [...seen, target]);
        return;
      }
      for (const [key, part] of Object.entries(value)) visit(part, [...keys, key], seen);
    } else if (!Array.isArray(value) && now !== undefined && now !== value && !isObject(now)) {
      found.push({ keys, message: OVERWRITTEN });
    }
  }

  function targetOf($ref: unknown) {
    const isInlined = typeof $ref === 'string' && !/^#\/components\/schemas\//.test($ref);
    return isInlined ? follow(written, keysOf($ref)) : undefined;
  }
}

const ONE_TAG = 'Keep one tag: it names the file of the handler.';

/** A tag names the file of the handler, and the scope. */
function wrongTags(document: Json): Finding[] {
  const described = listOf(document.tags).map((one) => Object(one).name);
  const names = described.join(' or ');
  return operationsOf({ ...document, servers: [] }).flatMap(({ written, path, method }) => {
    const [tag, ...others] = listOf(written.tags);
    const keys = ['paths', path, method, 'tags'];
    if (others.length > 0) return [{ keys, message: ONE_TAG }];
    const message = `Write the tag ${names} here, or describe another in \`tags\` at the top.`;
    return described.includes(tag) ? [] : [{ keys, message }];
  });
}

/** An operation without scopes of its own has those of its tag, which are described as well. */
function undescribedScopes(document: Json): Finding[] {
  const described = scopesOf(document);
  return operationsOf(document).flatMap(({ written, path, method }) =>
    scopesOfOperation(written)
      .filter((scope) => !Object.hasOwn(described, scope))
      .map((scope) => ({
        keys: ['paths', path.slice(basePathOf(document).length), method, 'security'],
        message: `Describe the scope ${scope} in \`x-scopes\` of the security scheme, or name another.`,
      })),
  );
}
