import type { Json } from './json.ts';
import {
  FRESH_UUID,
  type SampledOperation,
  type SampleRequest,
  sampleRequest,
} from './sample-request.ts';

/*
 * Makes samples of code for every operation out of the contract's own examples. Where the API is, and
 * with which key, comes from the environment, so that a sample runs as it stands, and no key ends up
 * in a script.
 */

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Adds its samples to every operation of the complete contract, as `x-codeSamples`. */
export function addCodeSamples(contract: Json): void {
  for (const [path, item] of Object.entries(contract.paths as Record<string, Json>)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.includes(method)) continue;
      const request = sampleRequest(method.toUpperCase(), path, operation as SampledOperation);
      Object.assign(operation as Json, { 'x-codeSamples': codeSamples(request) });
    }
  }
}

function codeSamples(request: SampleRequest): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

function curl({ method, address, headers, body }: SampleRequest) {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl -i${isImplied ? '' : ` -X ${method}`} "$BASE_URL${inShell(address)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...headers.map(
      ([name, value]) => `-H "${name}: ${value === FRESH_UUID ? '$(uuidgen)' : inShell(value)}"`,
    ),
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
    ...headers.map(
      ([name, value]) =>
        `    ${quoted(name)}: ${value === FRESH_UUID ? 'crypto.randomUUID()' : quoted(value)},`,
    ),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function python({ method, address, headers, body }: SampleRequest) {
  const isFresh = headers.some(([, value]) => value === FRESH_UUID);
  return [
    'import json',
    'import os',
    'import urllib.request',
    ...(isFresh ? ['import uuid'] : []),
    '',
    'request = urllib.request.Request(',
    `    os.environ["BASE_URL"] + ${JSON.stringify(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["API_KEY"],',
    ...headers.map(
      ([name, value]) =>
        `        "${name}": ${value === FRESH_UUID ? 'str(uuid.uuid4())' : JSON.stringify(value)},`,
    ),
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
