import { inspect } from 'node:util';
import type { SampleRequest } from './request.ts';

/** A request as a program in JavaScript, with fetch. JSON is shown as text, since to parse it would round integers. */
export function javascript({ method, address, headers, body }: SampleRequest): string {
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${templated(address)}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.API_KEY}\`,`,
    ...headers.map(
      ({ name, value, isFresh }) =>
        `    '${name}': ${isFresh ? 'crypto.randomUUID()' : literal(value)},`,
    ),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

/** A value as JavaScript, whose objects have a line for each field where one line would be too long. */
function literal(value: unknown): string {
  const text = inspect(value, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: 72,
  });
  return text.replaceAll('\n', '\n  ');
}

/** A text within backticks. */
function templated(text: string): string {
  return text.replaceAll(/[`$\\]/g, '\\$&');
}
