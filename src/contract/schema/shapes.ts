import { FREE, type Node, type Property, withInPlace, withMatching } from './node.ts';
import type { Run } from './violations.ts';

/** What all nodes of one value say together about how it is read and written. */
export interface Shape {
  /** The shape of a value that has unions: with the branches that it matches. */
  readonly resolve: ((value: unknown, run: Run) => Shape) | undefined;
  readonly kind: Node['kind'];
  readonly fields: readonly Field[];
  /** What the property of a name is. Undefined if no schema describes it. */
  readonly partOf: (name: string) => (() => Shape) | undefined;
  /** The properties that have a name, also those that are left out. */
  readonly names: ReadonlySet<string>;
  /** What the other properties are. Undefined if no schema describes them. */
  readonly others: (() => Shape) | undefined;
  /** Whether no schema says anything about the value. */
  readonly isFree: boolean;
  readonly items: () => Shape;
}

export interface Field {
  readonly name: string;
  /** Its name in JSON, with the colon. */
  readonly key: string;
  readonly shape: () => Shape;
  readonly fallback: Property['fallback'];
}

/** More are not kept, since a client chooses which branches of anyOf its values match. */
const MAX_SHAPES = 10_000;

/** Makes the shapes of one schema. Each is made once, when a value of it is seen. */
export function createShapes(): (nodes: readonly Node[]) => Shape {
  const shapes = new Map<string, Shape>();
  const shapeOf = (nodes: Set<Node>, isResolved: boolean): Shape => {
    const ids = [...nodes].map(({ id }) => id).sort((a, b) => a - b);
    const key = `${isResolved} ${ids}`;
    const known = shapes.get(key);
    if (known) return known;
    const shape = createShape([...nodes], isResolved, shapeOf);
    if (shapes.size < MAX_SHAPES) shapes.set(key, shape);
    return shape;
  };
  return (nodes) => shapeOf(withInPlace(nodes), false);
}

function createShape(
  given: readonly Node[],
  isResolved: boolean,
  shapeOf: (nodes: Set<Node>, isResolved: boolean) => Shape,
): Shape {
  const later = (parts: readonly Node[]) => {
    let shape: Shape | undefined;
    return () => (shape ??= shapeOf(withInPlace(parts), false));
  };
  const hasUnions = !isResolved && given.some(({ unions }) => unions.length > 0);
  const nodes = given.every(({ isFree }) => isFree) ? [FREE] : given;
  const kinds = nodes.map(({ kind }) => kind);
  const names = new Set(nodes.flatMap(({ properties }) => [...properties.keys()]));
  const fields = new Map<string, Field>();
  for (const name of names) {
    const field = fieldOf(name, nodes, later);
    if (field) fields.set(name, field);
  }
  const additional = nodes.flatMap((node) => node.additional ?? []);
  const others = additional.length > 0 ? later(described(additional)) : undefined;
  const items = nodes.flatMap((node) => node.items ?? []);
  return {
    resolve: hasUnions ? (value, run) => shapeOf(withMatching(given, value, run), true) : undefined,
    kind: kinds.includes('int64') ? 'int64' : kinds.find((kind) => kind),
    fields: [...fields.values()],
    names,
    partOf: (name) => fields.get(name)?.shape ?? (names.has(name) ? undefined : others),
    others,
    isFree: nodes[0] === FREE,
    items: later(described(items.length === 0 ? [FREE] : items)),
  };
}

/** A property that has a name. Undefined if it is not a part of messages in this direction. */
function fieldOf(
  name: string,
  nodes: readonly Node[],
  later: (nodes: readonly Node[]) => () => Shape,
): Field | undefined {
  const named = nodes.flatMap(({ properties }) => properties.get(name) ?? []);
  if (named.some(({ isHidden }) => isHidden)) return undefined;
  const unnamed = nodes.flatMap((node) =>
    node.properties.has(name) ? [] : (node.additional ?? []),
  );
  const parts = described([...named.map(({ node }) => node), ...unnamed]);
  const fallback = named.find((property) => property.fallback)?.fallback;
  return { name, key: `${JSON.stringify(name)}:`, shape: later(parts), fallback };
}

/** Without those that accept everything, where others say more. */
function described(nodes: readonly Node[]): readonly Node[] {
  const saying = nodes.filter((node) => node !== FREE);
  return saying.length > 0 ? saying : nodes;
}
