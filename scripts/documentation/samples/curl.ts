import type { SampleRequest } from './request.ts';

/** A request as a command of curl. It needs no other program, so an `Idempotency-Key` is that of the contract. */
export function curl({ method, address, headers, body }: SampleRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl -i${isImplied ? '' : ` -X ${method}`} "$BASE_URL${quoted(address)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...headers.map(({ name, value }) => `-H "${name}: ${quoted(value)}"`),
    ...(body === undefined ? [] : [`-d ${literal(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function literal(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Within double quotes. */
function quoted(text: string) {
  return text.replaceAll(/["$`\\]/g, '\\$&');
}
