import ts from 'typescript';
import type { Json } from '../json.ts';
import { type Direction, directional, isNested, reachableFrom, type Schemas } from '../schemas.ts';
import { replaceSchemas } from './positions.ts';

/** A type that is made of a component. */
export interface Component {
  /** The name of the type. */
  readonly name: string;
  /** The name of the component. */
  readonly of: string;
  readonly direction: Direction;
  /**
   * The name of the type outside of `components`: the compiler resolves what contains itself in
   * arrays only where it has one.
   */
  readonly alias?: string;
}

/** The components, twice where a type that is used in both directions depends on the direction. */
export function componentsOf(paths: Json, schemas: Schemas): Component[] {
  const roots: Record<Direction, unknown[]> = { request: [], response: [] };
  replaceSchemas(paths, (schema, direction) => {
    roots[direction].push(schema);
    return {};
  });
  const sent = reachableFrom(roots.request, schemas);
  const returned = reachableFrom(roots.response, schemas);
  const differing = directional(schemas);
  const all = Object.keys(schemas).flatMap((of): Component[] => {
    if (!differing.has(of) || !sent.has(of)) return [{ name: of, of, direction: 'response' }];
    if (!returned.has(of)) return [{ name: of, of, direction: 'request' }];
    return [
      { name: of, of, direction: 'response' },
      { name: freeName(`${of}Request`, schemas), of, direction: 'request' },
    ];
  });
  return all.map((one, i) => (isNested(one.of, schemas) ? { ...one, alias: `Nested${i}` } : one));
}

/** The type of a component, by its name. */
export function referTo({ name = '', alias }: Partial<Component> = {}): ts.TypeNode {
  const { factory } = ts;
  if (alias !== undefined) return factory.createTypeReferenceNode(alias);
  return ['schemas', name].reduce<ts.TypeNode>(
    (type, key) =>
      factory.createIndexedAccessTypeNode(
        type,
        factory.createLiteralTypeNode(factory.createStringLiteral(key)),
      ),
    factory.createTypeReferenceNode('components'),
  );
}

function freeName(name: string, schemas: Schemas): string {
  return Object.hasOwn(schemas, name) ? freeName(`${name}Request`, schemas) : name;
}
