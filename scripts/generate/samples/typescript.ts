import { literal, quoted, templated } from './javascript.ts';
import { FRESH_UUID, type SampleRequest } from './sample-request.ts';
import type { SampleResponse } from './sample-response.ts';

/** A request as a program in TypeScript, with fetch. */
export function typescript({ method, address, headers, body, response }: SampleRequest): string {
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${templated(address)}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(response.isRedirect ? ["  redirect: 'manual',"] : []),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.API_KEY}\`,`,
    ...headers.map(
      ([name, value]) =>
        `    ${quoted(name)}: ${value === FRESH_UUID ? 'crypto.randomUUID()' : quoted(value)},`,
    ),
    '  },',
    ...(body === undefined ? [] : [`  body: ${bodyOf(body)},`]),
    '});',
    ...shown(response),
  ].join('\n');
}

function bodyOf(body: NonNullable<SampleRequest['body']>) {
  return 'json' in body ? `JSON.stringify(${literal(body.json, '  ')})` : quoted(body.text);
}

/** As text, since to parse JSON would round 64-bit integers, and there may be no body. */
function shown({ form, hasLocation, isRedirect }: SampleResponse): string[] {
  const location = hasLocation && (isRedirect || !form) ? ", response.headers.get('Location')" : '';
  if (form === 'bytes') {
    return [
      'const bytes = await response.arrayBuffer();',
      `console.log(response.status, bytes.byteLength${location});`,
    ];
  }
  if (form === 'lines') {
    return [
      `console.log(response.status${location});`,
      'for await (const bytes of response.body ?? []) process.stdout.write(bytes);',
    ];
  }
  const text = form ? ', await response.text()' : '';
  return [`console.log(response.status${location}${text});`];
}
