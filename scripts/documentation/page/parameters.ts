import { examplesOf, type OperationObject, type Schemas } from '../../contract/index.ts';
import { describeSchema } from '../schemas/describe-schema.ts';
import { examplesInWords } from '../schemas/facts.ts';
import { anchorOf } from './anchors.ts';
import { code } from './html.ts';
import { presence, type Value } from './values.ts';

export interface Parameter extends Value {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example: unknown;
}

/** The parameters of an operation, in the order of the contract. */
export function parametersOf(operation: OperationObject, schemas: Schemas): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => {
    const { name, in: place, required = false, schema, description } = parameter;
    const examples = examplesOf(parameter);
    // The description of the parameter replaces the description of its schema.
    const own = description ? { allOf: [schema], description } : schema;
    const described = describeSchema(own, schemas, 'request');
    const facts = [...described.facts];
    if (parameter.deprecated) facts.push('Deprecated.');
    if (described.type.startsWith('array')) facts.push('Repeated for each item.');
    for (const { value, summary, description } of examples) {
      const said = [summary, description].filter(Boolean).join('. ');
      facts.push(`${examplesInWords([value])}${said && ` (${said})`}.`);
    }
    return {
      ...described,
      name,
      in: place,
      required,
      example: examples[0]?.value,
      title: code(name),
      anchor: anchorOf('operations', operation.operationId, place, name),
      presence: presence(required),
      facts,
    };
  });
}
