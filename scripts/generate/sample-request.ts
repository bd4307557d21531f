/*
 * A request as the contract's examples describe it: the first example of each parameter and of the
 * body. What has no example is left out.
 */

/** What a sample makes anew whenever it runs. */
export const FRESH_UUID = Symbol('a fresh UUID');

export interface SampleRequest {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly address: string;
  readonly headers: readonly (readonly [name: string, value: string | typeof FRESH_UUID])[];
  readonly body: unknown;
}

/** What is read of an operation of the complete contract. */
export interface SampledOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: WithExample } };
}

interface WithExample {
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
interface Parameter extends WithExample {
  readonly name: string;
  readonly in: string;
}

/** Fills in the contract's own examples. */
export function sampleRequest(
  method: string,
  path: string,
  { parameters = [], requestBody }: SampledOperation,
): SampleRequest {
  const valuesIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter): [string, unknown] => [parameter.name, firstExample(parameter)])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]);
  const filled = valuesIn('path').reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(valuesIn('query'));
  const contentType: [string, string][] = requestBody ? [['Content-Type', 'application/json']] : [];
  return {
    method,
    address: query.size > 0 ? `${filled}?${query}` : filled,
    headers: [...contentType, ...valuesIn('header')].map(([name, value]) =>
      name === 'Idempotency-Key' ? [name, FRESH_UUID] : [name, value],
    ),
    body: firstExample(requestBody?.content['application/json']),
  };
}

function firstExample({ example, examples = {} }: WithExample = {}): unknown {
  return example ?? Object.values(examples)[0]?.value;
}
