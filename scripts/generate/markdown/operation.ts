import { SITE } from '../../../src/docs/placeholders.ts';
import type { OperationObject, ResponseObject } from '../described/operation-object.ts';
import {
  describeContent,
  divided,
  errorExamples,
  exampleLanguage,
  exampleText,
} from '../described/responses.ts';
import type { Json } from '../json.ts';
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

function successes(operation: OperationObject, schemas: Schemas): string[] {
  return divided(operation).successes.map(([status, { description, content = {} }]) =>
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
  return describeContent(content, schemas, direction).flatMap((media) => {
    const { mediaType, type, parts, examples } = media;
    const text = withFacts(media);
    return [
      `Body: ${code(mediaType)}, ${type}${text && `. ${text}`}`,
      partEntries(parts).join('\n'),
      ...examples.map(({ summary = 'Example', value }) =>
        paragraphs(
          `${summary}:`,
          codeBlock(exampleLanguage(mediaType, value), exampleText(mediaType, value)),
        ),
      ),
    ];
  });
}

/** All errors have the same body, and differ by status and code. */
function errors(operation: OperationObject, schemas: Schemas): string | false {
  const found = divided(operation).errors;
  const [, { content = {} }] = found[0] ?? [undefined, {}];
  const [media] = describeContent(content, schemas, 'response');
  return (
    found.length > 0 &&
    paragraphs(
      '## Errors',
      `Body: ${code(media?.mediaType ?? '')}. All codes are in [Errors](${SITE}docs/guides/errors.md).`,
      partEntries(media?.parts ?? []).join('\n'),
      found.map(errorEntry).join('\n'),
    )
  );
}

function errorEntry([status, response]: [string, ResponseObject]): string {
  const codes = errorExamples(response).map(({ summary = 'Such as', value }) => {
    const number = status === 'default' ? ` (${value.status})` : '';
    return entry(`${code(value.code)}${number}: ${summary}: "${value.message}"`);
  });
  return entry(`${status}: ${response.description.trim()}`, codes);
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
