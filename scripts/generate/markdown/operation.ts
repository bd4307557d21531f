import { SITE } from '../../../src/docs/placeholders.ts';
import {
  isError,
  type OperationObject,
  type ResponseObject,
} from '../described/operation-object.ts';
import { describeSchema } from '../described/schema.ts';
import { isObject, type Json } from '../json.ts';
import type { Direction, Schemas } from '../schemas.ts';
import { partEntries, withFacts } from './fields.ts';
import { headerEntries } from './headers.ts';
import { parameterEntries } from './parameters.ts';
import { code, codeBlock, entry, paragraphs } from './text.ts';

/*
 * An operation as Markdown from which it can be used: everything that the contract says of it.
 */

export interface Described {
  readonly operation: OperationObject;
  readonly method: string;
  readonly path: string;
  readonly schemas: Schemas;
  /** The base address that samples use. */
  readonly baseUrl: string;
}

/** The whole text, with the summary as its title. */
export function operationText(described: Described): string {
  const { operation, method, path, schemas, baseUrl } = described;
  const { operationId, summary, description = '', tags = [] } = operation;
  const facts = [
    `Operation: ${code(operationId)}`,
    ...tags.map((tag) => `Tag: ${code(tag)}`),
    `Stability: ${operation['x-stability']}`,
    `Base address: ${code(baseUrl)}`,
    `Authentication: ${code('Authorization: Bearer <API_KEY>')} ([more](${SITE}docs/guides/authentication.md))`,
  ];
  return `${paragraphs(
    `# ${summary}`,
    code(`${method.toUpperCase()} ${path}`),
    description.trim(),
    deprecation(operation),
    facts.map((fact) => entry(fact)).join('\n'),
    section('## Parameters', parameterEntries(operation, schemas)),
    requestBody(operation, schemas),
    '## Responses',
    ...successes(operation, schemas),
    errors(operation, schemas),
    section('## Response headers', headerEntries(operation, schemas)),
    samples(operation),
  )}\n`;
}

function deprecation(operation: OperationObject): string | false {
  const { deprecated, 'x-sunset': sunset, 'x-successor': successor } = operation;
  if (!deprecated) return false;
  const replacement = `[${code(String(successor))}](${SITE}docs/operations/${successor}.md)`;
  return `**Deprecated** since ${operation['x-deprecated-since']}, will be removed on ${sunset}. Use ${replacement} instead.`;
}

function section(title: string, entries: readonly string[]): string | false {
  return entries.length > 0 && paragraphs(title, entries.join('\n'));
}

function requestBody({ requestBody }: OperationObject, schemas: Schemas): string | false {
  if (!requestBody) return false;
  const { description = '', required = false, content } = requestBody;
  return paragraphs(
    `## Request body (${required ? 'required' : 'optional'})`,
    description.trim(),
    ...mediaText(content, schemas, 'request'),
  );
}

function successes({ responses }: OperationObject, schemas: Schemas): string[] {
  return Object.entries(responses)
    .filter(([status]) => !isError(status))
    .map(([status, { description, content = {} }]) =>
      paragraphs(
        `### ${status}`,
        description.trim(),
        ...(Object.keys(content).length === 0
          ? ['No body.']
          : mediaText(content, schemas, 'response')),
      ),
    );
}

function mediaText(content: Json, schemas: Schemas, direction: Direction): string[] {
  return Object.entries(content).flatMap(([mediaType, media]) => {
    const { schema, example, examples } = media as Json;
    const reading = { schemas, direction, within: [] };
    const described = describeSchema(schema ?? {}, reading);
    const kind = schema === undefined ? 'bytes' : described.type;
    const text = withFacts(described);
    const shown = [
      ...(example === undefined ? [] : [{ value: example }]),
      ...Object.values(isObject(examples) ? examples : {}),
    ] as { readonly summary?: string; readonly value: unknown }[];
    return [
      `Body: ${code(mediaType)}, ${kind}${text && `. ${text}`}`,
      partEntries(described.parts).join('\n'),
      ...shown.map(({ summary = 'Example', value }) =>
        paragraphs(`${summary}:`, exampleBlock(mediaType, value)),
      ),
    ];
  });
}

function exampleBlock(mediaType: string, example: unknown): string {
  const isText = typeof example === 'string' && !mediaType.endsWith('json');
  return isText ? codeBlock('', example) : codeBlock('json', JSON.stringify(example, null, 2));
}

/** All errors have the same body, and differ by status and code. */
function errors({ responses }: OperationObject, schemas: Schemas): string | false {
  const found = Object.entries(responses).filter(([status]) => isError(status));
  const [, { content = {} }] = found[0] ?? [undefined, {}];
  const [[mediaType = '', media = {}] = []] = Object.entries(content);
  const reading = { schemas, direction: 'response', within: [] } as const;
  return (
    found.length > 0 &&
    paragraphs(
      '## Errors',
      `Body: ${code(mediaType)}. All codes are in [Errors](${SITE}docs/guides/errors.md).`,
      partEntries(describeSchema((media as Json).schema, reading).parts).join('\n'),
      found.map(errorEntry).join('\n'),
    )
  );
}

function errorEntry([status, { description, content = {} }]: [string, ResponseObject]): string {
  const examples = Object.values(content).flatMap((media) =>
    Object.values((media as { examples?: Record<string, ErrorExample> }).examples ?? {}),
  );
  const codes = examples.map(({ summary = 'Such as', value }) => {
    const number = status === 'default' ? ` (${value.status})` : '';
    return entry(`${code(value.code)}${number}: ${summary}: "${value.message}"`);
  });
  return entry(`${status}: ${description.trim()}`, codes);
}

interface ErrorExample {
  readonly summary?: string;
  readonly value: { readonly code: string; readonly message: string; readonly status: number };
}

function samples({ 'x-codeSamples': samples = [] }: OperationObject): string | false {
  const blocks = samples.flatMap(({ lang, label, source }) => [
    `### ${label}`,
    codeBlock(lang.toLowerCase(), source),
  ]);
  return (
    blocks.length > 0 &&
    paragraphs(
      '## Samples',
      'They take the base address from the environment variable `BASE_URL`, and the API key from `API_KEY`.',
      ...blocks,
    )
  );
}
