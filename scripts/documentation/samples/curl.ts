import type { SampleRequest } from './request.ts';

/**
 * A request as a command of curl. It needs no other program: its `Idempotency-Key` is that of the
 * contract.
 */
export function curl({ method, address, headers, body }: SampleRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const lines = [
    `curl -i${isImplied ? '' : ` -X ${method}`} "$BASE_URL${quoted(address)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...headers.map(({ name, value }) => `-H "${name}: ${quoted(value)}"`),
  ];
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

/** Within double quotes. */
function quoted(text: string): string {
  return text.replaceAll(/["$`\\]/g, '\\$&');
}
