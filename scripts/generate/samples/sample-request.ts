import type { Json } from '../json.ts';
import type { Schemas } from '../schemas.ts';
import { examplesIn, examplesOf, type WithExample } from './examples.ts';
import { type Filled, inCookie, inHeader, inPath, inQuery } from './parameter-texts.ts';
import { type SampleBody, sampleBody } from './sample-body.ts';
import { type SampleResponse, sampleResponse } from './sample-response.ts';
import { sampleValue, withoutReadOnly } from './sample-value.ts';

/*
 * A request that an operation accepts: with the first example of each parameter and of the body, and
 * where something that is required has none, with a value that its schema allows.
 */

/** What a sample makes anew whenever it runs. */
export const FRESH_UUID = Symbol('a fresh UUID');

export interface SampleRequest {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly address: string;
  readonly headers: readonly (readonly [name: string, value: string | typeof FRESH_UUID])[];
  readonly body: SampleBody | undefined;
  readonly response: SampleResponse;
}

/** What is read of an operation of the complete contract. */
export interface SampledOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Json };
  readonly responses?: Json;
}

export interface Parameter extends WithExample {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly content?: Readonly<Record<string, WithExample>>;
}

/** Fills in the contract's own examples. */
export function sampleRequest(
  method: string,
  path: string,
  { parameters = [], requestBody, responses = {} }: SampledOperation,
  schemas: Schemas = {},
): SampleRequest {
  const filled = parameters.flatMap((parameter) => fill(parameter, schemas));
  const at = (place: string) => filled.filter((parameter) => parameter.in === place);
  const filledPath = at('path').reduce(
    (address, parameter) => address.replaceAll(`{${parameter.name}}`, () => inPath(parameter)),
    path,
  );
  const query = at('query').flatMap(inQuery).join('&');
  const cookies = at('cookie').map(inCookie).join('; ');
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {});
  return {
    method,
    address: query === '' ? filledPath : `${filledPath}?${query}`,
    headers: [
      ...(mediaType === undefined ? [] : [['Content-Type', mediaType] as const]),
      ...at('header').map(headerOf),
      ...(cookies === '' ? [] : [['Cookie', cookies] as const]),
    ],
    body: mediaType === undefined ? undefined : sampleBody(mediaType, media as Json, schemas),
    response: sampleResponse(responses),
  };
}

function headerOf(parameter: Filled) {
  const value = isIdempotencyKey(parameter) ? FRESH_UUID : inHeader(parameter);
  return [parameter.name, value] as const;
}

/** Whether it has a new value in each request. */
function isIdempotencyKey({ name, in: place }: Filled): boolean {
  return place === 'header' && name.toLowerCase() === 'idempotency-key';
}

/** What is not required is shown where the contract has an example of it. */
function fill(parameter: Parameter, schemas: Schemas): Filled[] {
  const { content, required, ...how } = parameter;
  const media = content ? Object.values(content)[0] : undefined;
  const schema = media ? media.schema : parameter.schema;
  const [example] = [
    ...examplesOf(parameter),
    ...examplesOf(media ?? {}),
    ...examplesIn(schema, schemas),
  ];
  if (example === undefined && !required) return [];
  const value = example === undefined ? sampleValue(schema, schemas) : example;
  const sent = withoutReadOnly(value, schema, schemas);
  return [{ ...how, isJson: media !== undefined, value: sent }];
}
