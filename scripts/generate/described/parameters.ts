import { applied, type Schemas } from '../schemas.ts';
import { first, value } from './facts.ts';
import type { OperationObject, ParameterObject } from './operation-object.ts';
import { type Described, describeSchema } from './schema.ts';

export interface DescribedParameter extends Described {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
}

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

/** The parameters of an operation, in the order of the contract. */
export function describeParameters(
  { parameters = [] }: OperationObject,
  schemas: Schemas,
): DescribedParameter[] {
  return parameters.map((parameter) => {
    const { name, in: place, required = false, content } = parameter;
    const [media] = Object.values(content ?? {});
    const schema = media?.schema ?? parameter.schema;
    const described = describeSchema(schema, { schemas, direction: 'request', within: [] });
    const kind = first(applied(schema, schemas), 'type');
    return {
      ...described,
      name,
      place,
      required,
      // Its own says what the parameter is for.
      description: parameter.description ?? described.description,
      facts: [...described.facts, ...parameterFacts(parameter, kind)],
    };
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
