import type { OperationObject } from '../described/operation-object.ts';
import { describeParameters } from '../described/parameters.ts';
import type { Schemas } from '../schemas.ts';
import { describedEntry } from './fields.ts';
import { code } from './text.ts';

/** An entry for each parameter of an operation, in the order of the contract. */
export function parameterEntries(operation: OperationObject, schemas: Schemas): string[] {
  return describeParameters(operation, schemas).map((parameter) => {
    const { name, place, type, required } = parameter;
    const presence = required ? 'required' : 'optional';
    return describedEntry(`${code(name)} (${place}, ${type}, ${presence})`, parameter);
  });
}
