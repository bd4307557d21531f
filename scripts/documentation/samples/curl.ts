// Code samples for curl.

import { type SampleRequest, TAG_VARIABLE } from './request.ts';

/**
 * A request as a command of curl, without an `Idempotency-Key`: a fixed one could be used once, and
 * another program would be needed to make one.
 */
export function curl({ method, address, headers, body }: SampleRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const lines = [
    `curl -i${isImplied ? '' : ` -X ${method}`} "$BASE_URL${quoted(address)}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...headers
      .filter(({ from }) => from !== 'random')
      .map(({ name, value, from }) => {
        const isTag = from === 'environment';
        return `-H "${name}: ${isTag ? `\${${TAG_VARIABLE}:-*}` : quoted(value)}"`;
      }),
  ];
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

/** Escapes a text for double quotes in a shell. */
function quoted(text: string): string {
  return text.replaceAll(/["$`\\]/g, '\\$&');
}
