import { inspect } from 'node:util';
import {
  argumentsOf,
  clientValue,
  type OperationObject,
  type Schemas,
} from '../../contract/index.ts';
import type { SampleRequest } from './request.ts';

/** A request as a program in TypeScript, with the client of the contract. */
export function typescript(
  operation: OperationObject,
  { parameters, body }: SampleRequest,
  schemas: Schemas,
): string {
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const values = { parameters, body: clientValue(body, media?.schema, schemas) };
  const given = argumentsOf(operation).map(({ name, isRequired }) => {
    const isAbsent = name === 'body' ? body === undefined : Object.keys(parameters).length === 0;
    return isAbsent && !isRequired ? undefined : literal(values[name]);
  });
  // What is left out at the end needs no place.
  const last = given.findLastIndex((text) => text !== undefined);
  const list = given
    .slice(0, last + 1)
    .map(String)
    .join(', ');
  return [
    "import { createClient } from './client.ts';",
    '',
    'const client = createClient({',
    '  apiKey: process.env.API_KEY,',
    '  baseUrl: process.env.BASE_URL,',
    '});',
    `console.log(await client.${operation.operationId}(${list}));`,
  ].join('\n');
}

/** A value as TypeScript, whose objects have a line for each field where one line would be too long. */
function literal(value: unknown): string {
  return inspect(value, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: 72,
  });
}
