import {
  applied,
  clientValue,
  examplesOf,
  listOf,
  type OperationObject,
  type Schemas,
} from '../../contract/index.ts';

/*
 * A request that an operation accepts, with the first example of each of its parts. By lint, what is required has one.
 */

export interface SampleRequest {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly address: string;
  readonly headers: readonly Header[];
  /** The values of parameters, by name, without what a client makes afresh. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What is sent as JSON; undefined for none. */
  readonly body: unknown;
}

interface Header {
  readonly name: string;
  readonly value: string;
  /** Whether programs choose another UUID each time they run. */
  readonly isFresh: boolean;
}

/** Fills in the contract's own examples. */
export function sampleRequest(
  method: string,
  path: string,
  { parameters = [], requestBody }: OperationObject,
  schemas: Schemas,
): SampleRequest {
  const filled = parameters.flatMap((parameter) => {
    const own = examplesOf(parameter).map(({ value }) => value);
    const [value] = [...own, ...examplesIn(parameter.schema, schemas)];
    return value === undefined ? [] : [{ ...parameter, value }];
  });
  const at = (place: string) => filled.filter((parameter) => parameter.in === place);
  const filledPath = at('path').reduce(
    (address, { name, value }) => address.replaceAll(`{${name}}`, () => encode(value)),
    path,
  );
  const query = at('query').flatMap(({ name, value }) =>
    // A list has a pair for each of its items.
    [value].flat().map((one) => `${encode(name)}=${encode(one)}`),
  );
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {});
  const type = { name: 'Content-Type', value: String(mediaType), isFresh: false };
  const headers = at('header').map(({ name, value }) => {
    return { name, value: String(value), isFresh: name.toLowerCase() === 'idempotency-key' };
  });
  return {
    method,
    address: query.length === 0 ? filledPath : `${filledPath}?${query.join('&')}`,
    headers: media ? [type, ...headers] : headers,
    parameters: Object.fromEntries(
      filled
        .filter(({ name }) => !headers.some((header) => header.name === name && header.isFresh))
        .map(({ name, value, schema }) => [name, clientValue(value, schema, schemas)]),
    ),
    body: media && examplesOf(media)[0]?.value,
  };
}

/** The examples of a schema. */
function examplesIn(schema: unknown, schemas: Schemas): unknown[] {
  return applied(schema, schemas).flatMap(({ example, examples }) =>
    example === undefined ? listOf(examples) : [example],
  );
}

/** Percent-encodes all that is not unreserved. @see RFC 3986 section 2.3 */
function encode(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
