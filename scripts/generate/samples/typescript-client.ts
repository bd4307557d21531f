import { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import type { Schemas } from '../schemas.ts';
import { withBigints } from './bigints.ts';
import { literal, object, quoted, templated } from './javascript.ts';
import { inHeader } from './parameter-texts.ts';
import { isIdempotencyKey, type Sampled, type SampleRequest } from './sample-request.ts';

/*
 * A request with the client that the guide "Using a generated client" makes: openapi-fetch, whose types
 * have a bigint for each 64-bit integer.
 */

const PLACES = ['path', 'query', 'header', 'cookie'];

type Entry = readonly [name: string, code: string];

/** A request as a program in TypeScript, with the generated client. */
export function typescriptClient(request: SampleRequest, schemas: Schemas): string {
  const { method, template, response } = request;
  const { form } = response;
  const options = [
    ...paramsOf(request, schemas),
    ...addressOf(request),
    ...headersOf(request),
    ...bodyOf(request, schemas),
    ...(response.isRedirect ? [['redirect', "'manual'"] as const] : []),
    ...(form ? [['parseAs', PARSED[form]] as const] : []),
  ];
  const lines = options.map(([name, code]) => `  ${name}: ${code},\n`).join('');
  const call = `client.${method}(${quoted(template)}`;
  const taken = form ? 'data, error, response' : 'response';
  return [
    '// The guide "Using a generated client" shows how to make client.mts.',
    "import { client } from './client.mts';",
    '',
    `const { ${taken} } = await ${call}${lines && `, {\n${lines}}`});`,
    ...shown(response),
  ].join('\n');
}

/** As text, since to parse JSON would round 64-bit integers. */
const PARSED = { json: "'text'", text: "'text'", lines: "'text'", bytes: "'arrayBuffer'" };

function paramsOf({ parameters }: SampleRequest, schemas: Schemas): Entry[] {
  const groups = PLACES.flatMap((place): Entry[] => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const entries = own.map((one): Entry => [one.name, codeOf(one, schemas)]);
    return entries.length === 0 ? [] : [[place, object(entries, '    ')]];
  });
  return groups.length === 0 ? [] : [['params', object(groups, '  ')]];
}

function codeOf(parameter: Sampled, schemas: Schemas): string {
  if (isIdempotencyKey(parameter)) return 'crypto.randomUUID()';
  const { value, schema, isJson } = parameter;
  const isHeader = parameter.in === 'header';
  // The types of the client have a text here.
  if (isJson) return quoted(isHeader ? inHeader(parameter) : JSON.stringify(value));
  // The client can send texts as headers, and nothing else.
  if (isHeader && typeof value === 'object') return `${quoted(inHeader(parameter))} as never`;
  return literal(withBigints(value, schema, schemas), '      ');
}

/** What the client would write in another way than the contract demands is written for it. */
function addressOf({ template, path, query, parameters }: SampleRequest): Entry[] {
  const valuesIn = (place: string) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return Object.fromEntries(
      own.map(({ name, value, isJson }) => [name, isJson ? JSON.stringify(value) : value]),
    );
  };
  const ownPath = encoded(defaultPathSerializer(template, valuesIn('path')));
  const ownQuery = encoded(createQuerySerializer()(valuesIn('query')));
  const entries: Entry[] = [];
  if (ownPath !== path) {
    entries.push(['pathSerializer', `() => \`\${process.env.BASE_URL}${templated(path)}\``]);
  }
  if (ownQuery !== query) entries.push(['querySerializer', `() => ${quoted(query)}`]);
  return entries;
}

/** These characters mean the same with and without their encoding. */
function encoded(text: string) {
  return text.replaceAll(
    /[!'()*[\]]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Headers that are no parameters of the contract, and that the client does not add itself. */
function headersOf({ headers }: SampleRequest): Entry[] {
  const isOwn = ([name, value]: SampleRequest['headers'][number]) =>
    name === 'Cookie' || (name === 'Content-Type' && value !== 'application/json');
  const entries = headers
    .filter(isOwn)
    .map(([name, value]) => [name, quoted(String(value))] as const);
  return entries.length === 0 ? [] : [['headers', object(entries, '  ')]];
}

function bodyOf({ body }: SampleRequest, schemas: Schemas): Entry[] {
  if (body === undefined) return [];
  const { value, schema } = body;
  const written = ['body', literal(withBigints(value, schema, schemas), '  ')] as const;
  if ('json' in body) return [written];
  const serializer = value === body.text ? '(text) => text' : `() => ${quoted(body.text)}`;
  return [written, ['bodySerializer', serializer]];
}

function shown({ form, hasLocation, isRedirect }: SampleRequest['response']): string[] {
  const location = hasLocation && (isRedirect || !form) ? ", response.headers.get('Location')" : '';
  const body = form ? `, error ?? data${form === 'bytes' ? '?.byteLength' : ''}` : '';
  return [`console.log(response.status${location}${body});`];
}
