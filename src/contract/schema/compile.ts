import { allowedChecks } from './allowed.ts';
import {
  type Composite,
  isHidden,
  type Located,
  listOf,
  located,
  propertiesOf,
  type Surroundings,
  surveyOf,
  targetOf,
  withDefault,
} from './composites.ts';
import { discriminatorOf } from './discriminators.ts';
import {
  assertSupported,
  declaredTypes,
  isAssertion,
  isSchema,
  isTyped,
  type JsonType,
  type Schema,
} from './keywords.ts';
import { createNode, FREE, type Node } from './node.ts';
import type { Source } from './numbers.ts';
import { SchemaError } from './schema-error.ts';
import { typedCheck } from './types.ts';
import { createUnion } from './unions.ts';
import {
  type Check,
  checkAll,
  createRun,
  remember,
  sentence,
  type Violations,
  violation,
} from './violations.ts';

export interface Context extends Surroundings {
  readonly source: Source;
  readonly noun: string;
}

/** One compilation. Every schema is compiled once, so that one may refer to itself. */
interface Compiler {
  readonly context: Context;
  readonly nodes: Map<object, Node>;
  readonly pending: Set<Node>;
  readonly recursive: Set<Node>;
  /** What can be checked only when all is compiled. */
  readonly assertions: (() => void)[];
}

export function createCompiler(context: Context): (schema: Located) => Node {
  const compiler: Compiler = {
    context,
    nodes: new Map(),
    pending: new Set(),
    recursive: new Set(),
    assertions: [],
  };
  return (schema) => {
    const node = compileValue(schema, compiler);
    for (const assert of compiler.assertions.splice(0)) assert();
    return node;
  };
}

/** Compiles all that is said about one value. */
function compileValue(schema: Located, compiler: Compiler): Node {
  const { nodes, pending, recursive, context } = compiler;
  const target = withoutBareRefs(schema, context);
  const known = nodes.get(target.schema);
  if (known) {
    if (pending.has(known)) recursive.add(known);
    return known;
  }
  const node = createNode();
  nodes.set(target.schema, node);
  pending.add(node);
  const composite = surveyOf(target, context);
  fill(node, target, composite, compiler);
  pending.delete(node);
  if (recursive.has(node)) node.check = oncePerValue(node.check);
  assertDefault(target, node, compiler);
  return node;
}

/** Follows references that have nothing beside them but annotations. */
function withoutBareRefs(schema: Located, context: Context): Located {
  const seen = new Set<object>();
  let current = schema;
  while (current.schema.$ref !== undefined && !seen.has(current.schema)) {
    const hasMore = Object.keys(current.schema).some((key) => key !== '$ref' && isAssertion(key));
    if (hasMore || current.schema.default !== undefined) return current;
    assertSupported(current.schema, [], current.keys);
    seen.add(current.schema);
    current = targetOf(current, context);
  }
  return current;
}

/**
 * A recursive schema may apply to a value by several ways, which would double with each level of it.
 * So each value is checked once.
 */
function oncePerValue(check: Check): Check {
  const key = {};
  return (value, run) =>
    remember(run, key, value, () => {
      // What a handler returns may contain itself.
      remember<Violations>(run, key, value, () => violation('must not contain itself'));
      return check(value, run);
    });
}

/** Compiles one of the schemas that describe a value together. */
function compilePart(schema: Located, composite: Composite, compiler: Compiler): Node {
  const node = createNode();
  fill(node, schema, composite, compiler);
  return node;
}

function fill(node: Node, schema: Located, composite: Composite, compiler: Compiler) {
  const { context } = compiler;
  const { types, isInferred } = typesOf(schema, context);
  assertSupported(schema.schema, types, schema.keys);
  if (context.source === 'text') assertHasText(schema, types);
  const elsewhere = compileInPlace(node, schema, composite, compiler);
  const own = ownChecks(node, schema, types, isInferred, composite, compiler);
  // What stands beside a reference says nothing about values that the reference rejects.
  const checks = isInferred ? [...elsewhere, ...own] : [...own, ...elsewhere];
  if (checks.length > 0) node.check = inOrder(checks);
}

/** Compiles what a schema itself says about values. */
function ownChecks(
  node: Node,
  schema: Located,
  types: readonly JsonType[],
  isInferred: boolean,
  composite: Composite,
  compiler: Compiler,
): Check[] {
  const { context } = compiler;
  if (isInferred && !Object.keys(schema.schema).some(isTyped)) return [];
  node.isFree = false;
  if (types.includes('object')) compileProperties(node, schema, composite, compiler);
  const hasNumberItems = types.includes('array') && compileItems(node, schema, compiler);
  node.kind = isInferred ? undefined : kindOf(schema.schema, types);
  return [
    typedCheck({ ...context, ...schema, node, types, isInferred, composite, hasNumberItems }),
    ...allowedChecks(schema, types, context.source),
  ];
}

function kindOf({ format }: Schema, types: readonly JsonType[]): Node['kind'] {
  if (types.includes('integer') || types.includes('number')) {
    return format === 'int64' ? 'int64' : 'number';
  }
  return types.includes('boolean') ? 'boolean' : undefined;
}

function compileProperties(
  node: Node,
  { schema, keys }: Located,
  composite: Composite,
  compiler: Compiler,
) {
  const { context } = compiler;
  for (const [name, property] of propertiesOf(schema, keys)) {
    const owner = withDefault(property, context);
    node.properties.set(name, {
      node: compileValue(property, compiler),
      isHidden: isHidden(property, context),
      fallback: owner && { value: owner.schema.default },
    });
  }
  const { additionalProperties: additional, required = [] } = schema;
  if (additional === true) node.additional = FREE;
  if (isSchema(additional)) {
    const at = [...keys, 'additionalProperties'];
    node.additional = compileValue({ schema: additional, keys: at }, compiler);
  }
  // It was checked to be a list of names.
  for (const name of required as readonly string[]) {
    if (composite.names.has(name) || composite.isOpen) continue;
    throw new SchemaError([...keys, 'required'], `Describe ${name} in properties.`);
  }
}

/** Returns whether the items are numbers. */
function compileItems(node: Node, { schema, keys }: Located, compiler: Compiler): boolean {
  if (schema.items === undefined) return false;
  const items = located(schema.items, [...keys, 'items']);
  node.items = compileValue(items, compiler);
  const { types } = surveyOf(items, compiler.context);
  return types.has('integer') || types.has('number');
}

/** The types that a schema names or, where it names none, those of what it refers to or combines. */
function typesOf(schema: Located, context: Context) {
  const declared = declaredTypes(schema.schema, schema.keys);
  if (declared.length > 0) return { types: declared, isInferred: false };
  return { types: [...surveyOf(schema, context).types], isInferred: true };
}

/** Runs checks one after the other, up to the first that finds a violation. */
function inOrder(checks: readonly Check[]): Check {
  const [only, second] = checks;
  if (only && !second) return only;
  return (value, run) => {
    for (const check of checks) {
      const violations = check(value, run);
      if (violations) return violations;
    }
    return undefined;
  };
}

/** Compiles `$ref`, allOf, oneOf and anyOf. */
function compileInPlace(
  node: Node,
  schema: Located,
  composite: Composite,
  compiler: Compiler,
): Check[] {
  const { context } = compiler;
  const parts = listOf(schema, 'allOf');
  if (schema.schema.$ref !== undefined) parts.unshift(targetOf(schema, context));
  node.inPlace.push(...parts.map((part) => compilePart(part, composite, compiler)));
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = listOf(schema, keyword).map(
      (branch) => [branch, compilePart(branch, composite, compiler)] as const,
    );
    if (branches.length === 0) continue;
    const discriminator = discriminatorOf(schema, branches, context);
    const nodes = branches.map(([, branch]) => branch);
    node.unions.push(createUnion(keyword, nodes, discriminator, context.direction === 'response'));
  }
  if (schema.schema.discriminator !== undefined && node.unions.length !== 1) {
    throw new SchemaError(
      [...schema.keys, 'discriminator'],
      'discriminator needs either oneOf or anyOf beside it.',
    );
  }
  const checks = [...node.inPlace, ...node.unions].map(
    (part): Check =>
      (value, run) =>
        part.check(value, run),
  );
  return checks.length === 0 ? [] : [checkAll(checks)];
}

/** @throws {SchemaError} for what cannot be written in a URL or header */
function assertHasText({ schema, keys }: Located, types: readonly JsonType[]) {
  if (types.length === 0 || types.includes('null') || schema.oneOf || schema.anyOf) {
    throw new SchemaError(
      keys,
      'There is no text for such a value. Write one type, or describe the value as JSON in content.',
    );
  }
}

/** @throws {SchemaError} when the default of a schema is not valid against it */
function assertDefault(schema: Located, node: Node, { context, assertions }: Compiler) {
  const owner = withDefault(schema, context);
  if (!owner) return;
  const keys = [...owner.keys, 'default'];
  assertions.push(() => {
    const run = createRun({ isStrict: true, isThorough: false });
    const [first] = node.check(owner.schema.default, run) ?? [];
    if (first) throw new SchemaError(keys, sentence(first, 'default'));
  });
}
