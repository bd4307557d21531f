// The request that the code samples of an operation send.

import {
  applyingSchemas,
  clientValue,
  examplesOf,
  listOf,
  type OperationObject,
  type Schemas,
} from '../../contract/index.ts';

/**
 * A request that an operation accepts, with the first example of each of its parts. By lint, each
 * part that is required has one.
 */
export interface SampleRequest {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly address: string;
  readonly headers: readonly Header[];
  /** The values of parameters that are examples, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The value that is sent as JSON; undefined for none. */
  readonly body: unknown;
}

interface Header {
  readonly name: string;
  readonly value: string;
  /**
   * Where programs get the value: a UUID that is another one each time they run, or the tag in the
   * environment, without which they change whatever is there.
   */
  readonly from: 'example' | 'random' | 'environment';
}

/** The environment variable with the tag of what a program has read. */
export const TAG_VARIABLE = 'ETAG';

/** The headers whose value is not the example. */
const FROM: ReadonlyMap<string, Header['from']> = new Map([
  ['idempotency-key', 'random'],
  ['if-match', 'environment'],
]);

/** It saves who polls what is sent again, but a sample has nothing yet. */
const OMITTED = 'if-none-match';

/** Fills in the contract's own examples. */
export function sampleRequest(
  method: string,
  path: string,
  { parameters = [], requestBody }: OperationObject,
  schemas: Schemas,
): SampleRequest {
  const headers: Header[] = [];
  const query = new URLSearchParams();
  const values: Record<string, unknown> = {};
  let filledPath = path;
  for (const { name, in: place, schema, ...parameter } of parameters) {
    // New programs do not begin with what ends.
    if (parameter.deprecated || name.toLowerCase() === OMITTED) continue;
    const from = FROM.get(name.toLowerCase()) ?? 'example';
    const examples = examplesOf(parameter).map((one) => one.value);
    const [value] = examples.concat(examplesIn(schema, schemas));
    if (value === undefined && from === 'example') continue;
    if (place === 'header') headers.push({ name, value: String(value), from });
    if (from === 'example') values[name] = clientValue(value, schema, schemas);
    if (place === 'path') filledPath = filledPath.replaceAll(`{${name}}`, () => encode(value));
    // A list has a pair for each of its items.
    if (place === 'query') for (const one of [value].flat()) query.append(name, String(one));
  }
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {});
  if (mediaType) headers.unshift({ name: 'Content-Type', value: mediaType, from: 'example' });
  return {
    method,
    address: query.size === 0 ? filledPath : `${filledPath}?${query}`,
    headers,
    parameters: values,
    body: media && examplesOf(media)[0]?.value,
  };
}

function examplesIn(schema: unknown, schemas: Schemas): unknown[] {
  return applyingSchemas(schema, schemas).flatMap(({ example, examples }) =>
    example === undefined ? listOf(examples) : [example],
  );
}

/** Encodes `!` too, which some shells replace within double quotes. */
function encode(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll('!', '%21');
}
