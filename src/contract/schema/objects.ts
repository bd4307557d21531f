import type { Composite } from './composites.ts';
import { type Fields, ownValue } from './fields.ts';
import { checkFreeForm } from './free-form.ts';
import { type Node, withMatching } from './node.ts';
import { countOf } from './strings.ts';
import { type Check, checkAll, collect, type Violations, violation, within } from './violations.ts';

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
  if (names.length === 0) return [];
  return [
    (value, run) =>
      collect(names, run, (name) =>
        ownValue(value as Fields, name) === undefined
          ? within(name, violation('is required'))
          : undefined,
      ),
  ];
}

function readOnlyChecks({ properties }: Node, { direction }: Options): Check[] {
  const names = [...properties].filter(([, { isHidden }]) => isHidden).map(([name]) => name);
  if (names.length === 0 || direction === 'response') return [];
  return [
    (value, run) =>
      collect(names, run, (name) =>
        ownValue(value as Fields, name) === undefined
          ? undefined
          : within(name, violation('is read-only')),
      ),
  ];
}

/** What properties are that have no name in the schema. */
function unknownChecks(node: Node, schema: ObjectSchema, options: Options): Check[] {
  const { additionalProperties, unevaluatedProperties } = schema;
  const { properties, additional } = node;
  const unknown = violation(`is not a known ${options.noun}`);
  const checks: Check[] = [];
  if (additionalProperties === false) {
    checks.push(strict((name) => (properties.has(name) ? undefined : within(name, unknown))));
  } else if (additional || options.direction === 'request') {
    checks.push(eachOther(properties, additional?.check ?? checkFreeForm));
  }
  if (unevaluatedProperties === false) {
    checks.push((value, run) => {
      if (!run.isStrict) return undefined;
      const nodes = [...withMatching([node], value, run)];
      const isDescribed = (name: string) =>
        nodes.some((part) => part.additional || part.properties.has(name));
      return strict((name) => (isDescribed(name) ? undefined : within(name, unknown)))(value, run);
    });
  }
  return checks;
}

/** Checks the names of an object, except in a response, which leaves out what is not named. */
function strict(check: (name: string) => Violations): Check {
  return (value, run) => {
    if (!run.isStrict) return undefined;
    const fields = value as Fields;
    return collect(Object.keys(fields), run, (name) =>
      fields[name] === undefined ? undefined : check(name),
    );
  };
}

function eachOther(properties: ReadonlyMap<string, unknown>, check: Check): Check {
  return (value, run) => {
    const fields = value as Fields;
    return collect(Object.keys(fields), run, (name) => {
      if (properties.has(name) || fields[name] === undefined) return undefined;
      if (!name.isWellFormed()) {
        return within(name, violation('must not contain an unpaired surrogate'));
      }
      return within(name, check(fields[name], run));
    });
  };
}

function propertyChecks({ properties }: Node): Check[] {
  const shown = [...properties].filter(([, { isHidden }]) => !isHidden);
  if (shown.length === 0) return [];
  return [
    (value, run) =>
      collect(shown, run, ([name, { node }]) => {
        const part = ownValue(value as Fields, name);
        return part === undefined ? undefined : within(name, node.check(part, run));
      }),
  ];
}
