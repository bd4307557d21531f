import { FRESH_UUID, type SampleRequest } from './sample-request.ts';
import type { SampleResponse } from './sample-response.ts';

/** How wide a value on one line can be. */
const WIDEST = 72;

/** A request as a program in JavaScript, with fetch. */
export function javascript({ method, address, headers, body, response }: SampleRequest): string {
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

/** A text in single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
}

/** A text within backticks. */
function templated(text: string): string {
  return text.replaceAll(/[`$\\]/g, '\\$&');
}

/** A value as JavaScript. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return enclosed(
      '[',
      ']',
      '',
      indent,
      value.map((one) => literal(one, inner)),
    );
  }
  const entries = Object.entries(value).map(([name, one]) => [name, literal(one, inner)] as const);
  return object(entries, indent);
}

/** An object of names and expressions. */
function object(entries: readonly (readonly [string, string])[], indent: string): string {
  const parts = entries.map(([name, code]) => `${nameOf(name)}: ${code}`);
  return enclosed('{', '}', ' ', indent, parts);
}

/** On one line, or where that is too wide one line for each part. */
function enclosed(
  open: string,
  close: string,
  space: string,
  indent: string,
  parts: readonly string[],
): string {
  if (parts.length === 0) return open + close;
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= WIDEST) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function nameOf(name: string) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
