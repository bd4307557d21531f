// The parameters of an operation, on its page.

import { type Operation, typesOf } from '../../contract/index.ts';
import { describeSchema } from '../schemas/describe-schema.ts';
import { endFacts, exampleFacts } from '../schemas/facts.ts';
import { anchorOf } from './anchors.ts';
import { code } from './html.ts';
import { presence, type Value } from './values.ts';

export interface Parameter extends Value {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly isList: boolean;
  readonly example: unknown;
}

/** The parameters of an operation, in the order of the contract. */
export function parametersOf({ operationId, parameters }: Operation): Parameter[] {
  return parameters.map((parameter) => {
    const { name, in: place, isRequired: required, schema, description, examples } = parameter;
    const described = describeSchema({ ...schema, description }, 'request');
    const facts = [...described.facts, ...endFacts(parameter.deprecation)];
    const isList = typesOf(schema).includes('array');
    if (isList) facts.push('Repeated for each item.');
    facts.push(...exampleFacts(examples));
    return {
      ...described,
      name,
      in: place,
      required,
      isList,
      isDeprecated: parameter.deprecation !== undefined,
      example: examples[0]?.value,
      title: code(name),
      anchor: anchorOf('operations', operationId, place, name),
      presence: presence(required),
      facts,
    };
  });
}
