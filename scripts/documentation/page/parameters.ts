import { examplesOf, type OperationObject, type Schemas } from '../../contract/index.ts';
import { examplesInWords } from '../described/facts.ts';
import { describeSchema } from '../described/schema.ts';
import { inOperation } from './anchors.ts';
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
    const { name, in: place, required = false } = parameter;
    const examples = examplesOf(parameter);
    const [{ value: example } = { value: undefined }] = examples;
    // Its own description says what the parameter is for.
    const { description, schema } = parameter;
    const described = describeSchema(
      { allOf: [schema], ...(description && { description }) },
      schemas,
      'request',
    );
    return {
      ...described,
      name,
      in: place,
      required,
      example,
      title: code(name),
      anchor: inOperation(operation.operationId, place, name),
      presence: presence(required),
      facts: [
        ...described.facts,
        ...(parameter.deprecated ? ['Deprecated.'] : []),
        ...(described.type.startsWith('array') ? ['Repeated for each item.'] : []),
        ...examples.map(({ value, summary, description }) => {
          const said = [summary, description].filter(Boolean).join('. ');
          return `${examplesInWords([value])}${said && ` (${said})`}.`;
        }),
      ],
    };
  });
}
