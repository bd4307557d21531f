import type { Composite } from './composites.ts';
import { type Fields, ownValue } from './fields.ts';
import { FREE, type Node, withMatching } from './node.ts';
import { countOf } from './strings.ts';
import {
  type Check,
  checkAll,
  checkNames,
  type Run,
  type Violations,
  violation,
  within,
} from './violations.ts';

/** The keywords of an object whose schemas were compiled into its node. */
export interface ObjectSchema {
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly unevaluatedProperties?: unknown;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

interface Options {
  readonly composite: Composite;
  readonly direction: 'request' | 'response';
  readonly noun: string;
}

/** Checks what is known to be an object. */
export function objectCheck(node: Node, schema: ObjectSchema, options: Options): Check {
  const checks = [
    ...countChecks(schema, options),
    ...requiredChecks(schema, options),
    ...readOnlyChecks(node, options),
    ...unknownChecks(node, schema, options),
    ...propertyChecks(node),
  ];
  return checkAll(checks);
}

function countChecks({ minProperties, maxProperties }: ObjectSchema, options: Options): Check[] {
  const { composite, direction } = options;
  const isSent = (name: string) =>
    !composite.hidden.has(name) &&
    (direction === 'request' || composite.isOpen || composite.names.has(name));
  const countIn = (value: unknown) =>
    Object.entries(value as Fields).filter(([name, part]) => part !== undefined && isSent(name))
      .length;
  const checks: Check[] = [];
  if (minProperties !== undefined) {
    const tooFew = `must have at least ${countOf(minProperties, 'property')}`;
    checks.push((value) => (countIn(value) < minProperties ? violation(tooFew) : undefined));
  }
  if (maxProperties !== undefined) {
    const tooMany = `must have at most ${countOf(maxProperties, 'property')}`;
    checks.push((value) => (countIn(value) > maxProperties ? violation(tooMany) : undefined));
  }
  return checks;
}

function requiredChecks({ required = [] }: ObjectSchema, { composite }: Options): Check[] {
  const names = required.filter((name) => !composite.hidden.has(name));
  return names.map((name): Check => {
    const missing = within(name, violation('is required'));
    return (value) => (ownValue(value as Fields, name) === undefined ? missing : undefined);
  });
}

function readOnlyChecks({ properties }: Node, { direction }: Options): Check[] {
  if (direction === 'response') return [];
  const hidden = [...properties].filter(([, { isHidden }]) => isHidden);
  return hidden.map(([name]): Check => {
    const present = within(name, violation('is read-only'));
    return (value) => (ownValue(value as Fields, name) === undefined ? undefined : present);
  });
}

/** What properties are that have no name in the schema. */
function unknownChecks(node: Node, schema: ObjectSchema, options: Options): Check[] {
  const { additionalProperties, unevaluatedProperties } = schema;
  const { properties, additional } = node;
  const unknown = violation(`is not a known ${options.noun}`);
  const checks: Check[] = [];
  if (additionalProperties === false) {
    checks.push(closed(() => (name) => (properties.has(name) ? undefined : unknown)));
  } else if (additional || options.direction === 'request') {
    checks.push(eachOther(properties, additional ?? FREE));
  }
  if (unevaluatedProperties === false) {
    const isDescribed = (nodes: readonly Node[], name: string) =>
      nodes.some((part) => part.additional || part.properties.has(name));
    checks.push(
      closed((value, run) => {
        const nodes = [...withMatching([node], value, run)];
        return (name) => (isDescribed(nodes, name) ? undefined : unknown);
      }),
    );
  }
  return checks;
}

/** Checks the names of an object, except in a response, which leaves out what is not named. */
function closed(checkOf: (value: unknown, run: Run) => (name: string) => Violations): Check {
  return (value, run) => {
    if (!run.isStrict) return undefined;
    const fields = value as Fields;
    const check = checkOf(value, run);
    return checkNames(Object.keys(fields), run, (name) =>
      fields[name] === undefined ? undefined : check(name),
    );
  };
}

function eachOther(properties: ReadonlyMap<string, unknown>, other: Node): Check {
  return (value, run) => {
    const fields = value as Fields;
    return checkNames(Object.keys(fields), run, (name) => {
      if (properties.has(name) || fields[name] === undefined) return undefined;
      if (!name.isWellFormed()) return violation('must not contain an unpaired surrogate');
      return other.check(fields[name], run);
    });
  };
}

function propertyChecks({ properties }: Node): Check[] {
  const shown = [...properties].filter(([, { isHidden }]) => !isHidden);
  return shown.map(([name, { node }]): Check => {
    return (value, run) => {
      const part = ownValue(value as Fields, name);
      const violations = part === undefined ? undefined : node.check(part, run);
      return violations && within(name, violations);
    };
  });
}
