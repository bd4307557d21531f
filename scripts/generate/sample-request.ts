import type { ContractDocument } from './contract.ts';

/*
 * A request as the contract's examples describe it: the first example of each parameter and of the
 * body. What has no example is left out.
 */

export interface SampleRequest {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly address: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
}

/** What is read of an operation of the contract; everything may be a reference. */
export interface SampledOperation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
}

interface WithExample {
  readonly example?: unknown;
  readonly examples?: Record<string, unknown>;
}
interface Parameter extends WithExample {
  readonly name: string;
  readonly in: string;
}
interface RequestBody {
  readonly content: { readonly 'application/json': WithExample };
}

/** Fills in the contract's own examples. */
export function sampleRequest(
  contract: ContractDocument,
  method: string,
  path: string,
  { parameters = [], requestBody }: SampledOperation,
): SampleRequest {
  const given = parameters.flatMap((reference) => {
    const parameter = resolve(contract, reference) as Parameter;
    const value = firstExample(contract, parameter);
    return value === undefined ? [] : [{ ...parameter, value: String(value) }];
  });
  const valuesIn = (place: string) =>
    given.filter((parameter) => parameter.in === place).map(({ name, value }) => pair(name, value));
  const filled = valuesIn('path').reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(valuesIn('query'));
  const body = resolve(contract, requestBody) as RequestBody | undefined;
  return {
    method,
    address: query.size > 0 ? `${filled}?${query}` : filled,
    headers: [...(body ? [pair('Content-Type', 'application/json')] : []), ...valuesIn('header')],
    body: body && firstExample(contract, body.content['application/json']),
  };
}

function pair(name: string, value: string): [string, string] {
  return [name, value];
}

function firstExample(contract: ContractDocument, { example, examples = {} }: WithExample) {
  if (example !== undefined) return example;
  const [first] = Object.values(examples);
  return (resolve(contract, first) as { value: unknown } | undefined)?.value;
}

function resolve(contract: ContractDocument, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
  const steps = String(part.$ref).split('/').slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract);
}
