import type { SampleRequest } from './request.ts';

/**
 * A request as a command of curl. Its `Idempotency-Key` is the example of the contract, because
 * another program would be needed to make one.
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

/** Escapes a text for double quotes in a shell. */
function quoted(text: string): string {
  return text.replaceAll(/["$`\\]/g, '\\$&');
}
