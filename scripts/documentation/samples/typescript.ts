// Code samples in TypeScript, with the client.

import { inspect } from 'node:util';
import { argumentsOf, clientValue, type Operation } from '../../contract/index.ts';
import { type SampleRequest, TAG_VARIABLE } from './request.ts';

/** Options of `inspect`: the whole value, with a line for each field if one line is too long. */
const LITERAL = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 72 };

/** A request as a program in TypeScript, with the client of the contract. */
export function typescript(
  operation: Operation,
  { headers, parameters, body }: SampleRequest,
): string {
  const { requestBody, responses } = operation;
  const values = {
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
    body: requestBody?.body && clientValue(body, requestBody.body.schema),
  };
  const given = argumentsOf(operation).map(({ name }) => values[name]);
  const isConditional = headers.some(({ from }) => from === 'environment');
  const last = given.findLastIndex((value) => value !== undefined);
  const sent = isConditional ? given : given.slice(0, last + 1);
  const literals = sent.map((value) => inspect(value, LITERAL));
  const hasBody = responses.some(({ kind, body }) => kind === 'success' && body);
  if (isConditional) literals.push('{ ifMatch }');
  const call = `await client.${operation.operationId}(${literals.join(', ')})`;
  const statements = [
    ...(isConditional ? [`const ifMatch = process.env.${TAG_VARIABLE} ?? '*';`] : []),
    hasBody ? `console.log(${call});` : `${call};`,
  ];
  return `import { createClient } from './client.ts';

const client = createClient({
  apiKey: process.env.API_KEY,
  baseUrl: process.env.BASE_URL,
});
${statements.join('\n')}`;
}
