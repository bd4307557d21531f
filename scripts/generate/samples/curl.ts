import { FRESH_UUID, type SampleRequest } from './sample-request.ts';

/** A request as a command of curl, which follows no redirect by itself. */
export function curl({ method, address, headers, body, response }: SampleRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const shown = response.form === 'bytes' ? '-D - -o response.bin' : '-i';
  return [
    `curl ${shown}${isImplied ? '' : ` -X ${method}`} "$BASE_URL${quoted(address)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...headers.map(([name, value]) => `-H "${headerOf(name, value)}"`),
    ...(body === undefined ? [] : [bodyOf(body)]),
  ].join(' \\\n  ');
}

function headerOf(name: string, value: string | typeof FRESH_UUID) {
  if (value === FRESH_UUID) return `${name}: $(uuidgen)`;
  // With a colon, curl would leave out what is empty.
  return value === '' ? `${name};` : `${name}: ${quoted(value)}`;
}

function bodyOf(body: NonNullable<SampleRequest['body']>) {
  if ('json' in body) return `-d ${literal(JSON.stringify(body.json))}`;
  return `--data-raw ${literal(body.text)}`;
}

function literal(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Within double quotes. */
function quoted(text: string) {
  return text.replaceAll(/["$`\\]/g, '\\$&');
}
