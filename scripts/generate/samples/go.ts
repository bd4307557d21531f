import { FRESH_UUID, type SampleRequest } from './sample-request.ts';
import type { SampleResponse } from './sample-response.ts';

const OR_FAIL = ['if err != nil {', '\tlog.Fatal(err)', '}'];
const STOP_AT_REDIRECT = [
  'client := http.Client{',
  '\tCheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },',
  '}',
];

/** A request as a program in Go, with nothing but its own library. */
export function go({ method, address, headers, body, response }: SampleRequest): string {
  const isFresh = headers.some(([, value]) => value === FRESH_UUID);
  const { form, isRedirect } = response;
  const imports = [
    ...(isFresh ? ['crypto/rand'] : []),
    'fmt',
    ...(form ? ['io'] : []),
    'log',
    'net/http',
    'os',
    ...(body === undefined ? [] : ['strings']),
  ];
  const sent = body === undefined ? 'nil' : 'body';
  const lines = [
    ...(body === undefined ? [] : [`body := strings.NewReader(${bodyOf(body)})`]),
    `address := os.Getenv("BASE_URL") + ${quoted(address)}`,
    `request, err := http.NewRequest("${method}", address, ${sent})`,
    ...OR_FAIL,
    'request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))',
    ...headers.flatMap(([name, value]) =>
      value === FRESH_UUID
        ? freshHeader(name)
        : [`request.Header.Set("${name}", ${quoted(value)})`],
    ),
    ...(isRedirect ? STOP_AT_REDIRECT : []),
    `response, err := ${isRedirect ? 'client' : 'http.DefaultClient'}.Do(request)`,
    ...OR_FAIL,
    'defer response.Body.Close()',
    ...shown(response),
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...lines.map((line) => `\t${line}`),
    '}',
  ].join('\n');
}

/** A random text, since Go's library makes no UUIDs. */
function freshHeader(name: string): string[] {
  return [
    'key := make([]byte, 16)',
    'if _, err := rand.Read(key); err != nil {',
    '\tlog.Fatal(err)',
    '}',
    `request.Header.Set("${name}", fmt.Sprintf("%x", key))`,
  ];
}

function shown({ form, hasLocation, isRedirect }: SampleResponse): string[] {
  const location = hasLocation && (isRedirect || !form) ? ', response.Header.Get("Location")' : '';
  if (form === undefined) return [`fmt.Println(response.StatusCode${location})`];
  if (form === 'lines') {
    return [
      `fmt.Println(response.StatusCode${location})`,
      'if _, err := io.Copy(os.Stdout, response.Body); err != nil {',
      '\tlog.Fatal(err)',
      '}',
    ];
  }
  const content = form === 'bytes' ? 'len(content)' : 'string(content)';
  return [
    'content, err := io.ReadAll(response.Body)',
    ...OR_FAIL,
    `fmt.Println(response.StatusCode${location}, ${content})`,
  ];
}

function bodyOf(body: NonNullable<SampleRequest['body']>): string {
  const text = 'json' in body ? JSON.stringify(body.json) : body.text;
  // A raw string has no escapes, and drops carriage returns.
  return /[`\r]/.test(text) ? quoted(text) : `\`${text}\``;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
