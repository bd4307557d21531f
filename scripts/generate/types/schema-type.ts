import {
  addJSDocComment,
  NULL,
  tsIntersection,
  tsPropertyIndex,
  tsUnion,
} from 'openapi-typescript';
import ts from 'typescript';
import { isObject, type Json } from '../json.ts';
import {
  applied,
  type Direction,
  defaultOf,
  isHidden,
  isInt64,
  listOf,
  referredName,
  type Schemas,
} from '../schemas.ts';
import { literalType } from './literal-type.ts';

/*
 * The type of the values that a schema allows, as handlers see them: an int64 is a bigint, and what
 * the contract does not describe is unknown.
 */

export interface Surroundings {
  readonly schemas: Schemas;
  readonly direction: Direction;
  /** The type of a component in this direction, by its name. */
  readonly refer: (component: string) => ts.TypeNode;
  /** The components that are being written out. */
  readonly within?: readonly string[];
}

/** What the schemas that apply to the same value have said of it. */
interface Value {
  readonly isInt64: boolean;
  /** Properties that are left out. */
  readonly hidden: ReadonlySet<string>;
}

const { factory, SyntaxKind } = ts;
const UNKNOWN = factory.createKeywordTypeNode(SyntaxKind.UnknownKeyword);
const STRING = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
const PRESENT = factory.createUnionTypeNode([factory.createTypeLiteralNode([]), NULL]);
const PRIMITIVES: Readonly<Record<string, ts.TypeNode>> = {
  string: STRING,
  boolean: factory.createKeywordTypeNode(SyntaxKind.BooleanKeyword),
  null: NULL,
};
const BIGINT = factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword);
const NUMBER = factory.createKeywordTypeNode(SyntaxKind.NumberKeyword);

/** The type of a schema's values. */
export function schemaType(schema: unknown, around: Surroundings): ts.TypeNode {
  return isObject(schema) ? typeWithin(schema, factsOf(schema, around), around) : UNKNOWN;
}

/** All that applies to the value, at once. */
function typeWithin(schema: Json, value: Value, around: Surroundings): ts.TypeNode {
  const partType = (part: unknown) =>
    isObject(part) ? typeWithin(part, together(value, factsOf(part, around)), around) : UNKNOWN;
  const referred = referredName(schema);
  const beside = [
    ...(referred === undefined ? [] : [referenceType(referred, value, around)]),
    ...listOf(schema.allOf).map(partType),
    ...['anyOf', 'oneOf'].flatMap((keyword) => {
      const parts = listOf(schema[keyword]);
      return parts.length === 0 ? [] : [tsUnion(parts.map(partType))];
    }),
  ];
  const own = ownType(schema, value, around, beside.length > 0);
  const types = [...(own ? [own] : []), ...beside].filter((type) => type !== UNKNOWN);
  return types.length === 0 ? UNKNOWN : tsIntersection(types.map(inIntersection(types.length)));
}

function inIntersection(count: number) {
  return (type: ts.TypeNode) =>
    count > 1 && ts.isUnionTypeNode(type) ? factory.createParenthesizedType(type) : type;
}

/** Written out where what is beside the reference changes what is below it. */
function referenceType(name: string, value: Value, around: Surroundings): ts.TypeNode {
  const target = around.schemas[name];
  const own = isObject(target) ? factsOf(target, around) : value;
  const isSame =
    own.isInt64 === value.isInt64 && [...value.hidden].every((one) => own.hidden.has(one));
  const { within = [] } = around;
  if (isSame || !isObject(target) || within.includes(name)) return around.refer(name);
  return typeWithin(target, value, { ...around, within: [...within, name] });
}

/** The type that a schema's own keywords describe; undefined where they leave it to those beside. */
function ownType(schema: Json, value: Value, around: Surroundings, hasBeside: boolean) {
  if (schema.const !== undefined) return literalType(schema.const, value.isInt64);
  if (Array.isArray(schema.enum)) {
    return tsUnion(schema.enum.map((one) => literalType(one, value.isInt64)));
  }
  const names = [schema.type ?? (isObject(schema.properties) ? 'object' : [])].flat().map(String);
  if (hasBeside && names[0] === 'object' && names.length === 1 && isBare(schema)) return undefined;
  const types = names.map((name) => namedType(name, schema, value, around, hasBeside));
  return types.length === 0 ? undefined : tsUnion(types);
}

function namedType(
  name: string,
  schema: Json,
  value: Value,
  around: Surroundings,
  hasBeside: boolean,
): ts.TypeNode {
  if (name === 'integer' || name === 'number') return value.isInt64 ? BIGINT : NUMBER;
  if (name === 'array') return arrayType(schema, around);
  if (name !== 'object') return PRIMITIVES[name] ?? UNKNOWN;
  if (hasBeside && isBare(schema)) return factory.createKeywordTypeNode(SyntaxKind.ObjectKeyword);
  return objectType(schema, value, around);
}

function arrayType({ items }: Json, around: Surroundings) {
  const item = schemaType(items, around);
  const isCompound = ts.isUnionTypeNode(item) || ts.isIntersectionTypeNode(item);
  return factory.createArrayTypeNode(isCompound ? factory.createParenthesizedType(item) : item);
}

function objectType(schema: Json, value: Value, around: Surroundings): ts.TypeNode {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
    .filter(([name]) => !value.hidden.has(name))
    .map(([name, property]) => propertyOf(name, property, schema, around));
  const demanded = listOf(schema.required)
    .map(String)
    .filter((name) => !isNamed(schema, name) && !value.hidden.has(name))
    .map((name) =>
      factory.createPropertySignature(undefined, tsPropertyIndex(name), undefined, PRESENT),
    );
  const members = [...properties, ...demanded];
  const others = otherType(schema, members, around);
  return factory.createTypeLiteralNode(others ? [...members, indexOf(others)] : members);
}

function propertyOf(name: string, schema: unknown, { required }: Json, around: Surroundings) {
  const { direction, schemas } = around;
  const isPresent =
    listOf(required).includes(name) ||
    (direction === 'request' && defaultOf(schema, schemas) !== undefined);
  const property = factory.createPropertySignature(
    undefined,
    tsPropertyIndex(name),
    isPresent ? undefined : factory.createToken(SyntaxKind.QuestionToken),
    schemaType(schema, around),
  );
  addJSDocComment(schema as Json, property);
  return property;
}

/** The type of the properties that have no schema of their own; undefined where none can be used. */
function otherType(
  { additionalProperties }: Json,
  members: readonly ts.PropertySignature[],
  around: Surroundings,
): ts.TypeNode | undefined {
  if (additionalProperties === false) {
    return members.length === 0
      ? factory.createKeywordTypeNode(SyntaxKind.NeverKeyword)
      : undefined;
  }
  if (additionalProperties === undefined) return members.length === 0 ? UNKNOWN : undefined;
  const type = schemaType(additionalProperties, around);
  if (type === UNKNOWN || members.length === 0) return type;
  // What is looked up by any name may be one of those that have a name.
  const hasOptional = members.some(({ questionToken }) => questionToken);
  return tsUnion([
    type,
    ...members.flatMap((member) => (member.type ? [member.type] : [])),
    ...(hasOptional ? [factory.createKeywordTypeNode(SyntaxKind.UndefinedKeyword)] : []),
  ]);
}

function indexOf(type: ts.TypeNode) {
  const key = factory.createParameterDeclaration(undefined, undefined, 'key', undefined, STRING);
  return factory.createIndexSignature(undefined, [key], type);
}

function factsOf(schema: Json, { schemas, direction }: Surroundings): Value {
  const hidden = applied(schema, schemas)
    .flatMap(({ properties }) => Object.entries(isObject(properties) ? properties : {}))
    .filter(([, property]) => isHidden(property, direction, schemas))
    .map(([name]) => name);
  return { isInt64: isInt64(schema, schemas), hidden: new Set(hidden) };
}

function together(outer: Value, inner: Value): Value {
  return {
    isInt64: outer.isInt64 || inner.isInt64,
    hidden: new Set([...outer.hidden, ...inner.hidden]),
  };
}

function isNamed({ properties }: Json, name: string) {
  return isObject(properties) && Object.hasOwn(properties, name);
}

/** Whether an object's schema says nothing of its properties. */
function isBare({ properties, additionalProperties, required }: Json) {
  return !properties && !additionalProperties && listOf(required).length === 0;
}
