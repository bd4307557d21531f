import type { SampleRequest } from './request.ts';

/** A request as a program in Python, with nothing but its own library. */
export function python({ method, address, headers, body }: SampleRequest): string {
  const isFresh = headers.some((header) => header.isFresh);
  return [
    'import json',
    'import os',
    'import sys',
    'import urllib.error',
    'import urllib.request',
    ...(isFresh ? ['import uuid'] : []),
    '',
    'request = urllib.request.Request(',
    `    os.environ["BASE_URL"] + ${JSON.stringify(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["API_KEY"],',
    ...headers.map(
      (header) =>
        `        "${header.name}": ${header.isFresh ? 'str(uuid.uuid4())' : literal(header.value)},`,
    ),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body)}).encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(response.status, response.read().decode())',
    'except urllib.error.HTTPError as response:',
    '    error = json.load(response)',
    `    sys.exit(f"{error['code']}: {error['message']}")`,
  ].join('\n');
}

/** A value as Python. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${literal(key)}: ${literal(one)}`);
  return `{${entries.join(', ')}}`;
}
