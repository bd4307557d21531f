import { applied, type Schemas } from '../schemas.ts';
import { first, value } from './facts.ts';
import { describeSchema, schemaEntry } from './fields.ts';
import type { OperationObject, ParameterObject } from './operation-object.ts';
import { code } from './text.ts';

/** How a list or an object is written, by style and whether it is exploded. */
const FORMS: Readonly<Record<string, string>> = {
  'array form true': 'Repeated for each item.',
  'array form false': 'Items are separated by commas.',
  'array simple true': 'Items are separated by commas.',
  'array simple false': 'Items are separated by commas.',
  'array spaceDelimited false': 'Items are separated by `%20`.',
  'array pipeDelimited false': 'Items are separated by `%7C`.',
  'object form true': 'Each field is a parameter of its own: `field=value`.',
  'object form false': 'Written as `field,value,field,value`.',
  'object simple true': 'Written as `field=value,field=value`.',
  'object simple false': 'Written as `field,value,field,value`.',
  'object deepObject true': 'Each field is written as `name[field]=value`.',
};
const FORM_PLACES = ['query', 'cookie'];

/** An entry for each parameter of an operation, in the order of the contract. */
export function parameterEntries({ parameters = [] }: OperationObject, schemas: Schemas): string[] {
  return parameters.map((parameter) => {
    const { name, in: place, required = false, content } = parameter;
    const [media] = Object.values(content ?? {});
    const reading = { schemas, direction: 'request', within: [] } as const;
    const schema = media?.schema ?? parameter.schema;
    const described = describeSchema(schema, reading);
    const { type, description, facts } = described;
    const kind = first(applied(schema, schemas), 'type');
    return schemaEntry(`${code(name)} (${place}, ${type}, ${required ? 'required' : 'optional'})`, {
      ...described,
      // Its own says what the parameter is for.
      description: parameter.description ?? description,
      facts: [...facts, ...parameterFacts(parameter, kind)],
    });
  });
}

function parameterFacts(parameter: ParameterObject, kind: unknown): string[] {
  const { deprecated, example, examples = {}, content } = parameter;
  const [shown = example] = Object.values(examples).map((one) => one.value);
  return [
    ...(deprecated ? ['Deprecated.'] : []),
    ...(content ? ['Written as JSON.'] : formFacts(parameter, kind)),
    ...(shown === undefined ? [] : [`Example: ${value(shown)}.`]),
  ];
}

function formFacts(parameter: ParameterObject, kind: unknown): string[] {
  const { style = FORM_PLACES.includes(parameter.in) ? 'form' : 'simple' } = parameter;
  const { explode = style === 'form' } = parameter;
  return [FORMS[`${kind} ${style} ${explode}`] ?? []].flat();
}
