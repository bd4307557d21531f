import type { ContractDocument } from './contract.js';

/*
 * Makes a sample for every operation and language out of what the contract says: method, path, and
 * the first example of each parameter and of the body. Where the API is, and with which key, comes
 * from the environment, so that a sample runs as it stands, and no key ends up in a script.
 */

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** A request as the contract's examples describe it. */
interface SampleRequest {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly address: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly examples?: Record<string, unknown>;
}
interface Operation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
}
interface RequestBody {
  readonly content: { readonly 'application/json': Omit<Parameter, 'name' | 'in'> };
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** A copy of the contract in which every operation has its samples, as `x-codeSamples`. */
export function withCodeSamples(contract: ContractDocument): ContractDocument {
  const copy = structuredClone(contract);
  for (const [path, item] of Object.entries(copy.paths ?? {})) {
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.includes(method)) continue;
      const request = sampleRequest(contract, method.toUpperCase(), path, operation as Operation);
      Object.assign(operation, { 'x-codeSamples': codeSamples(request) });
    }
  }
  return copy;
}

function codeSamples(request: SampleRequest): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

function sampleRequest(
  contract: ContractDocument,
  method: string,
  path: string,
  operation: Operation,
): SampleRequest {
  const given = (operation.parameters ?? []).flatMap((reference) => {
    const parameter = resolve(contract, reference) as Parameter;
    const value = firstExample(contract, parameter);
    return value === undefined ? [] : [{ ...parameter, value: String(value) }];
  });
  const inPath = given.filter((parameter) => parameter.in === 'path');
  const filled = inPath.reduce(
    (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(
    given.flatMap(({ name, value, ...parameter }) =>
      parameter.in === 'query' ? [[name, value] as [string, string]] : [],
    ),
  );
  const body = resolve(contract, operation.requestBody) as RequestBody | undefined;
  const headers = given.filter((parameter) => parameter.in === 'header');
  return {
    method,
    address: query.size > 0 ? `${filled}?${query}` : filled,
    headers: new Map([
      ...(body ? ([['Content-Type', 'application/json']] as const) : []),
      ...headers.map(({ name, value }) => [name, value] as const),
    ]),
    body: body && firstExample(contract, body.content['application/json']),
  };
}

function firstExample(contract: ContractDocument, { example, examples }: Partial<Parameter>) {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  return (resolve(contract, first) as { value: unknown } | undefined)?.value;
}

function resolve(contract: ContractDocument, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
  const steps = String(part.$ref).split('/').slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract);
}

function curl({ method, address, headers, body }: SampleRequest) {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl -i${isImplied ? '' : ` -X ${method}`} "$BASE_URL${inShell(address)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...[...headers].map(([name, value]) => `-H "${name}: ${inShell(value)}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

/** Within double quotes. */
function inShell(text: string) {
  return text.replaceAll(/["$`\\]/g, '\\$&');
}

function typescript({ method, address, headers, body }: SampleRequest) {
  const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")}'`;
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${address.replaceAll(/[`$\\]/g, '\\$&')}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.API_KEY}\`,`,
    ...[...headers].map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function python({ method, address, headers, body }: SampleRequest) {
  return [
    'import json',
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["BASE_URL"] + ${JSON.stringify(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["API_KEY"],',
    ...[...headers].map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${inPython(body)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n');
}

function inPython(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}: ${inPython(part)}`).join(', ')}}`;
}
