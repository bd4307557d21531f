// Puts together all keywords that apply to the same value: those of a schema, of the component that it
// refers to, and of its `allOf`. Nothing else in the kit follows a reference to a schema.

import { changeParts, type Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { checkBranches } from './discriminators.ts';
import { asObject, isObject, type Json } from './json.ts';
import { mergeParts, REPLACING } from './merged-schemas.ts';
import { KEYS, MADE_OF, NAME, PROBLEMS, type Problem, type Schema, WRITTEN } from './model.ts';
import {
  isComponent,
  listOf,
  type Report,
  referredName,
  type Schemas,
  typesOf,
  UNKNOWN,
} from './schemas.ts';

/** Flattens a schema at a place. */
export type Flatten = (schema: unknown, keys: readonly string[]) => Schema;

/** @param components as they are written: each is flattened once, when it is first needed */
export function flattener(components: Schemas): { flatten: Flatten; named: Named } {
  const reaches = reachability(components);
  const known = new Map<string, Schema>();
  return {
    named,
    flatten: (schema, keys) => flatten(schema, { keys, named, isWithin: () => false }),
  };

  function named(name: string): Schema | undefined {
    const written = components[name];
    if (!isObject(written)) return undefined;
    const keys = ['components', 'schemas', name];
    const isWithin = (other: string) => reaches(other, name);
    const schema = known.get(name) ?? {
      ...flatten(written, { keys, named, isWithin }),
      [KEYS]: keys,
      [NAME]: name,
    };
    known.set(name, schema);
    return schema;
  }
}

/** The schema of a component; undefined if there is none. */
type Named = (name: string) => Schema | undefined;

interface At {
  readonly keys: readonly string[];
  readonly named: Named;
  /** Whether a component contains the one in which this place is. */
  isWithin(name: string): boolean;
}

function flatten(value: unknown, at: At): Schema {
  const written = asObject(value);
  const problems: Problem[] = [];
  const report: Report = (keys, message) => problems.push({ keys, message });
  const { schema, sources, others = [] } = putTogether(written, at, report);
  // A reference with nothing beside it leads to the component itself.
  const [only] = sources;
  if (only && '$ref' in written && Object.keys(written).length === 1) return only;
  return {
    ...schema,
    [KEYS]: at.keys,
    [MADE_OF]: [...sources, ...others],
    [PROBLEMS]: problems,
    [WRITTEN]: [written, ...sources.flatMap((source) => source[WRITTEN])],
  };
}

/** The keywords of a schema, and the schemas that they were taken from beside its own. */
interface PutTogether {
  readonly schema: JsonSchema;
  readonly sources: readonly Schema[];
  /** Schemas of which nothing was taken. */
  readonly others?: readonly Schema[];
}

function putTogether(written: Json, at: At, report: Report): PutTogether {
  const { $ref, ...beside } = written;
  if (typeof $ref === 'string') {
    const target = referred($ref, at, report);
    return { schema: { ...target, ...beside }, sources: isFlat(target) ? [target] : [] };
  }
  const parted = changeParts(beside, (part, below) =>
    flatten(part, { ...at, keys: [...at.keys, ...below] }),
  );
  const { allOf, anyOf, oneOf, discriminator, ...own } = parted;
  const { keys } = at;
  if (anyOf !== undefined) {
    const [branch, ...others] = listOf(anyOf) as Schema[];
    const said = Object.entries(own).filter(([keyword]) => REPLACING.includes(keyword));
    const schema = { ...own, ...nullable(branch, keys, report), ...Object.fromEntries(said) };
    return { schema, sources: branch ? [branch] : [], others };
  }
  if (oneOf !== undefined) {
    const branches = listOf(oneOf) as Schema[];
    if (isObject(discriminator)) checkBranches(written, branches, { keys, report });
    return { schema: { ...own, type: 'object', oneOf: branches, discriminator }, sources: [] };
  }
  if (allOf === undefined) return { schema: own, sources: [] };
  const parts = listOf(allOf) as Schema[];
  return { schema: mergeParts(parts, own, { keys, report }), sources: parts };
}

/** The first branch of an `anyOf`, with null: the second branch is null. */
function nullable(branch: JsonSchema = {}, keys: readonly string[], report: Report): JsonSchema {
  const { const: only, ...schema } = branch;
  const types = typesOf(schema);
  if (types.slice(1).includes('null')) {
    const message = 'Remove the branch `type: "null"`: the other one allows null already.';
    report([...keys, 'anyOf'], message);
    return schema;
  }
  const values = only === undefined ? schema.enum : [only];
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

function referred($ref: string, at: At, report: Report): Schema | JsonSchema {
  const name = referredName({ $ref }) ?? '';
  const unknown = { type: UNKNOWN };
  if (!isComponent($ref)) return unknown;
  if (!at.isWithin(name)) return at.named(name) ?? unknown;
  report(
    at.keys,
    `\`${name}\` contains itself. Give the id of the inner one instead: recursion is not supported.`,
  );
  return { ...unknown, $ref };
}

function isFlat(schema: Schema | JsonSchema): schema is Schema {
  return KEYS in schema;
}

/** Returns whether a component refers to another one, directly or not. */
export function reachability(components: Schemas): (name: string, other: string) => boolean {
  const known = new Map<string, Set<string>>();
  return (name, other) => {
    const reached = known.get(name) ?? reachedFrom(name);
    known.set(name, reached);
    return reached.has(other);
  };

  function reachedFrom(name: string): Set<string> {
    const reached = new Set<string>();
    const open = [name];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const $ref of referencesIn(components[next])) {
        const found = referredName({ $ref }) ?? '';
        if (!reached.has(found)) open.push(found);
        reached.add(found);
      }
    }
    return reached;
  }
}

/** The references within a part of a document, such as `#/components/schemas/NAME`. */
export function* referencesIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string') yield value;
    else yield* referencesIn(value);
  }
}
