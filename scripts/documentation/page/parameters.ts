// The parameters of an operation, on its page.

import { examplesOf, type OperationObject, type Schemas } from '../../contract/index.ts';
import { describeSchema } from '../schemas/describe-schema.ts';
import { endFacts, exampleFacts } from '../schemas/facts.ts';
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
    // The description of the parameter replaces the description of its schema.
    const own = description ? { allOf: [schema], description } : schema;
    const described = describeSchema(own, schemas, 'request');
    const facts = [...described.facts];
    facts.push(...endFacts({ ...parameter }));
    if (described.type.startsWith('array')) facts.push('Repeated for each item.');
    facts.push(...exampleFacts(parameter));
    return {
      ...described,
      name,
      in: place,
      required,
      isDeprecated: parameter.deprecated === true,
      example: examplesOf(parameter)[0]?.value,
      title: code(name),
      anchor: anchorOf('operations', operation.operationId, place, name),
      presence: presence(required),
      facts,
    };
  });
}
