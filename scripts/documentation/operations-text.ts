import {
  basePathOf,
  type Content,
  divided,
  examplesOf,
  type FoundOperation,
  type Json,
  operationsOf,
  type Schemas,
  schemasOf,
  scopesOfOperation,
} from '../contract/index.ts';
import { type Described, describeSchema } from './described/schema.ts';
import { markdownTable } from './markdown-table.ts';
import { parametersOf } from './page/parameters.ts';

/*
 * The operations as Markdown, for programs: all that is needed to call each of them.
 */

/** A chapter with a section for each operation, and one for what their bodies are. */
export function operationsText(contract: Json): string {
  const operations = operationsOf(contract).map((found) => operationText(found, contract));
  return ['## Operations', INTRODUCTION, ...operations, objectsText(contract)].join('\n\n');
}

/** A line for each operation, which leads to its section. */
export function operationList(contract: Json): string {
  const lines = operationsOf(contract).map((found) => {
    const { operation } = found;
    const { operationId, summary, parameters = [], requestBody } = operation;
    const names = parameters.map((one) => `\`${one.name}\`${one.required ? ' (required)' : ''}`);
    const about = [
      `${endpointOf(found, contract)}: ${summary}`,
      ...scopesText(operation),
      ...(names.length > 0 ? [`Parameters: ${names.join(', ')}`] : []),
      ...(requestBody
        ? [`Body: ${typeOf(requestBody.content, schemasOf(contract), 'request')}`]
        : []),
      ...(operation.deprecated ? ['Deprecated'] : []),
    ];
    return `- [${operationId}](#${operationId.toLowerCase()}): ${about.join('. ')}.`;
  });
  return lines.join('\n');
}

/** The method and the path below the base address. */
function endpointOf({ method, path }: FoundOperation, contract: Json): string {
  return `\`${method.toUpperCase()} ${path.slice(basePathOf(contract).length)}\``;
}

/** Nothing in a contract without scopes. */
function scopesText(operation: FoundOperation['operation']): string[] {
  const scopes = scopesOfOperation(operation).map((scope) => `\`${scope}\``);
  return scopes.length > 0 ? [`Scope ${scopes.join(' ')}`] : [];
}

const INTRODUCTION = `Paths are relative to the base address. Every request needs the header
\`Authorization: Bearer <API_KEY>\`, and one with a body also \`Content-Type: application/json\`.
Unknown parameters and fields are errors.`;

function operationText(found: FoundOperation, contract: Json): string {
  const { operation } = found;
  const schemas = schemasOf(contract);
  const { operationId, summary, description = '', requestBody, deprecated } = operation;
  const stability = deprecated ? 'deprecated' : operation['x-stability'];
  const { successes, errors } = divided(operation);
  const succeeding = successes.map(([status, { description: meaning, content = {} }]) => {
    const type = typeOf(content, schemas, 'response');
    return `- ${status}${type && ` (${type})`}: ${oneLine(meaning)}`;
  });
  return [
    `### ${operationId}`,
    `${endpointOf(found, contract)}: ${summary}. ${[...scopesText(operation), stability].join(', ')}.`,
    description.replaceAll('](docs#', '](#'),
    ...parametersText(operation, schemas),
    ...(requestBody ? [bodyText(requestBody, schemas)] : []),
    'Responses:',
    [...succeeding, `- ${errors.map(([status]) => status).join(', ')}: an [Error](#errors).`].join(
      '\n',
    ),
    ...exampleText(operation),
  ].join('\n\n');
}

function parametersText(operation: FoundOperation['operation'], schemas: Schemas): string[] {
  const rows = parametersOf(operation, schemas).map((parameter) => [
    `\`${parameter.name}\``,
    `${parameter.in}${parameter.required ? ', required' : ''}`,
    parameter.type,
    meaningOf(parameter),
  ]);
  const head = [
    ['Parameter', 'In', 'Type', 'Meaning'],
    ['---', '---', '---', '---'],
  ];
  return rows.length === 0 ? [] : [markdownTable([...head, ...rows])];
}

function bodyText(
  { required = false, content }: { readonly required?: boolean; readonly content: Content },
  schemas: Schemas,
): string {
  const [mediaType] = Object.keys(content);
  const type = typeOf(content, schemas, 'request');
  return `Body: \`${mediaType}\`, ${required ? 'required' : 'optional'}: ${type}.`;
}

/** What to send with curl, and what it returns. */
function exampleText({ responses, 'x-codeSamples': samples }: FoundOperation['operation']) {
  const [{ content = {} } = {}] = Object.values(responses);
  const [example] = Object.values(content).flatMap(examplesOf);
  const returned = example && `\`\`\`json\n${JSON.stringify(example.value)}\n\`\`\``;
  return [`\`\`\`sh\n${samples?.[0]?.source}\n\`\`\``, ...(returned ? [returned] : [])];
}

/** The fields of every object in a body. */
function objectsText(contract: Json): string {
  const schemas = schemasOf(contract);
  const sections = Object.keys(schemas).flatMap((name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const isOfRequest = operationsOf(contract).some(({ operation: { requestBody } }) =>
      JSON.stringify(requestBody?.content ?? '').includes(`/${name}"`),
    );
    const { parts } = describeSchema(schema, schemas, isOfRequest ? 'request' : 'response');
    const rows = parts
      .filter(({ required }) => required !== undefined)
      .map((part) => [
        `\`${part.title}\`${part.required ? '' : ' (optional)'}`,
        part.type,
        meaningOf(part),
      ]);
    if (rows.length === 0) return [];
    const head = [
      ['Field', 'Type', 'Meaning'],
      ['---', '---', '---'],
    ];
    return [`### ${name}`, markdownTable([...head, ...rows])];
  });
  return sections.join('\n\n');
}

function meaningOf({ description, facts }: Described): string {
  const text = description.trim().replaceAll('](docs#', '](#');
  return oneLine([text.replace(/\w$/, '$&.'), ...facts].join(' '));
}

/** The name of what a body has, such as `array of Pet`. */
function typeOf(content: Content, schemas: Schemas, direction: 'request' | 'response'): string {
  const [media] = Object.values(content);
  return media?.schema ? describeSchema(media.schema, schemas, direction).type : '';
}

/** As a cell of a table, in which a list is a sentence. */
function oneLine(markdown: string): string {
  return markdown
    .replaceAll(/\s*\n\s*- /g, '; ')
    .replaceAll('.; ', ': ')
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
