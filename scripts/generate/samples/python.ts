import { FRESH_UUID, type SampleRequest } from './sample-request.ts';
import type { SampleResponse } from './sample-response.ts';

/** What makes urllib return every response, instead of following or raising some. */
const ANY_STATUS = [
  'class AnyStatus(urllib.request.HTTPErrorProcessor):',
  '    def http_response(self, request, response):',
  '        return response',
  '    https_response = http_response',
  '',
];

/** A request as a program in Python, with nothing but its own library. */
export function python({ method, address, headers, body, response }: SampleRequest): string {
  const isFresh = headers.some(([, value]) => value === FRESH_UUID);
  const hasJson = (body && 'json' in body) || isJson(response);
  const open = response.isRedirect
    ? 'urllib.request.build_opener(AnyStatus).open(request)'
    : 'urllib.request.urlopen(request)';
  return [
    ...(hasJson ? ['import json'] : []),
    'import os',
    'import urllib.request',
    ...(isFresh ? ['import uuid'] : []),
    '',
    ...(response.isRedirect ? ANY_STATUS : []),
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
    ...(body === undefined ? [] : [`    data=${dataOf(body)}.encode(),`]),
    ')',
    `with ${open} as response:`,
    ...shown(response).map((line) => `    ${line}`),
  ].join('\n');
}

function dataOf(body: NonNullable<SampleRequest['body']>) {
  return 'json' in body ? `json.dumps(${literal(body.json)})` : JSON.stringify(body.text);
}

function isJson({ form, hasBody, isRedirect }: SampleResponse) {
  return form === 'json' && hasBody && !isRedirect;
}

function shown(response: SampleResponse): string[] {
  const { form, hasLocation, isRedirect } = response;
  const location = hasLocation && (isRedirect || !form) ? ', response.headers["Location"]' : '';
  if (isJson(response)) return [`print(response.status${location}, json.load(response))`];
  if (form === 'bytes') return [`print(response.status${location}, len(response.read()))`];
  if (form === 'lines') {
    return [
      `print(response.status${location})`,
      'for line in response:',
      '    print(line.decode(), end="")',
    ];
  }
  return [`print(response.status${location}${form ? ', response.read().decode()' : ''})`];
}

function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}: ${literal(part)}`).join(', ')}}`;
}
