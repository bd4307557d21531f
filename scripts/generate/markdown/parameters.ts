import type { Schemas } from '../schemas.ts';
import { value } from './facts.ts';
import { describeSchema, schemaEntry } from './fields.ts';
import type { OperationObject, ParameterObject } from './operation-object.ts';
import { code } from './text.ts';

/** How a list or an object is written, by style and whether it is exploded. */
const FORMS: Readonly<Record<string, string>> = {
  'form true': 'Repeated for each item.',
  'form false': 'Items are separated by commas.',
  'simple true': 'Items are separated by commas.',
  'simple false': 'Items are separated by commas.',
  'spaceDelimited false': 'Items are separated by `%20`.',
  'pipeDelimited false': 'Items are separated by `%7C`.',
  'deepObject true': 'Each field is written as `name[field]=value`.',
};
const FORM_PLACES = ['query', 'cookie'];

/** An entry for each parameter of an operation, in the order of the contract. */
export function parameterEntries({ parameters = [] }: OperationObject, schemas: Schemas): string[] {
  return parameters.map((parameter) => {
    const { name, in: place, required = false, content } = parameter;
    const [media] = Object.values(content ?? {});
    const reading = { schemas, direction: 'request', within: [] } as const;
    const described = describeSchema(media?.schema ?? parameter.schema, reading);
    const { type, description, facts } = described;
    return schemaEntry(`${code(name)} (${place}, ${type}, ${required ? 'required' : 'optional'})`, {
      ...described,
      // Its own says what the parameter is for.
      description: parameter.description ?? description,
      facts: [...facts, ...parameterFacts(parameter, type)],
    });
  });
}

function parameterFacts(parameter: ParameterObject, type: string): string[] {
  const { deprecated, example, examples = {}, content } = parameter;
  const [shown = example] = Object.values(examples).map((one) => one.value);
  return [
    ...(deprecated ? ['Deprecated.'] : []),
    ...(content ? ['Written as JSON.'] : formFacts(parameter, type)),
    ...(shown === undefined ? [] : [`Example: ${value(shown)}.`]),
  ];
}

function formFacts(parameter: ParameterObject, type: string): string[] {
  const { style = FORM_PLACES.includes(parameter.in) ? 'form' : 'simple' } = parameter;
  const { explode = style === 'form' } = parameter;
  const isComposite = type.startsWith('array') || style === 'deepObject';
  const form = FORMS[`${style} ${explode}`];
  return isComposite && form !== undefined ? [form] : [];
}
