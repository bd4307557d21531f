// Code samples in TypeScript, with the client.

import { inspect } from 'node:util';
import {
  argumentsOf,
  clientValue,
  type OperationObject,
  type Schemas,
} from '../../contract/index.ts';
import type { SampleRequest } from './request.ts';

/** Options of `inspect`: the whole value, with a line for each field if one line is too long. */
const LITERAL = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 72 };

/** A request as a program in TypeScript, with the client of the contract. */
export function typescript(
  operation: OperationObject,
  { parameters, body }: SampleRequest,
  schemas: Schemas,
): string {
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const values = {
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
    body: clientValue(body, media?.schema, schemas),
  };
  const given = argumentsOf(operation).map(({ name }) => values[name]);
  const last = given.findLastIndex((value) => value !== undefined);
  const literals = given.slice(0, last + 1).map((value) => inspect(value, LITERAL));
  return `import { createClient } from './client.ts';

const client = createClient({
  apiKey: process.env.API_KEY,
  baseUrl: process.env.BASE_URL,
});
console.log(await client.${operation.operationId}(${literals.join(', ')}));`;
}
