// The request that the code samples of an operation send.

import { clientValue, type Operation } from '../../contract/index.ts';

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
export function sampleRequest(operation: Operation): SampleRequest {
  const { method, path, parameters, requestBody } = operation;
  const headers: Header[] = [];
  const query = new URLSearchParams();
  const values: Record<string, unknown> = {};
  let filledPath = path;
  for (const { name, in: place, schema, deprecation, examples } of parameters) {
    // New programs do not begin with what ends.
    if (deprecation || name.toLowerCase() === OMITTED) continue;
    const from = FROM.get(name.toLowerCase()) ?? 'example';
    const value = examples[0]?.value;
    if (value === undefined && from === 'example') continue;
    if (place === 'header') headers.push({ name, value: String(value), from });
    if (from === 'example') values[name] = clientValue(value, schema);
    if (place === 'path') filledPath = filledPath.replaceAll(`{${name}}`, () => encode(value));
    // A list has a pair for each of its items.
    if (place === 'query') for (const one of [value].flat()) query.append(name, String(one));
  }
  const body = requestBody?.body;
  if (body) headers.unshift({ name: 'Content-Type', value: body.mediaType, from: 'example' });
  return {
    method: method.toUpperCase(),
    address: query.size === 0 ? filledPath : `${filledPath}?${query}`,
    headers,
    parameters: values,
    body: body?.examples[0]?.value,
  };
}

/** Encodes `!` too, which some shells replace within double quotes. */
function encode(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll('!', '%21');
}
