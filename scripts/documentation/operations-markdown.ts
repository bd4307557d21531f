// The operations as Markdown, for programs: all that is needed to call each of them.

import { type Body, NAME, type Operation } from '../contract/index.ts';
import { codeSamplesOf } from './code-samples.ts';
import { parametersOf } from './page/parameters.ts';
import type { Site } from './page/site.ts';
import { type Described, describeSchema, type Part } from './schemas/describe-schema.ts';

const INTRODUCTION = `Paths are relative to the base address. Every request needs the header
\`Authorization: Bearer <API_KEY>\`, and one with a body also \`Content-Type: application/json\`.
Unknown parameters and fields are errors.`;

/** A chapter with a section for each operation, and one for each object in a body. */
export function operationsMarkdown(site: Site): string {
  const operations = site.operations.map(operationSection);
  return ['## Operations', INTRODUCTION, ...operations, ...objectSections(site)].join('\n\n');
}

/** A line for each operation, which leads to its section. */
export function operationList({ operations }: Site): string {
  const lines = operations.map((operation) => {
    const { operationId, parameters, requestBody } = operation;
    const names = parameters.map(({ name, isRequired, deprecation }) => {
      return `\`${name}\`${isRequired ? ' (required)' : ''}${deprecation ? ' (deprecated)' : ''}`;
    });
    const about = [endpointText(operation)];
    if (names.length > 0) about.push(`Parameters: ${names.join(', ')}.`);
    if (requestBody) about.push(`Body: ${typeOf(requestBody.body)}.`);
    return `- [${operationId}](#${operationId.toLowerCase()}): ${about.join(' ')}`;
  });
  return lines.join('\n');
}

/** The method and path of an operation, what it is for, its scopes and its stability. */
function endpointText({ method, path, summary, deprecation, ...operation }: Operation): string {
  const { successor = '' } = deprecation ?? {};
  const scopes = operation.scopes.map((scope) => `\`${scope}\``);
  const scope = scopes.length > 0 ? `Scope ${scopes.join(' ')}` : 'No scope';
  const facts = [scope, deprecation ? 'deprecated' : operation.stability];
  // That of the same version is in the description.
  if (successor.includes('.')) facts.push(`replaced by \`${successor}\``);
  const endpoint = `\`${method.toUpperCase()} ${path}\``;
  return `${endpoint}: ${summary}. ${facts.join(', ')}.`;
}

function operationSection(operation: Operation): string {
  const { operationId, description = '', requestBody, responses } = operation;
  const lines = parametersOf(operation).map((parameter) => {
    const { name, in: place, required } = parameter;
    // The sample shows an example.
    const facts = parameter.facts.filter((fact) => !fact.startsWith('Example'));
    return valueLine(name, [place, required && 'required'], { ...parameter, facts });
  });
  if (requestBody) lines.push(`- Body: ${typeOf(requestBody.body)}`);
  for (const response of responses.filter(({ kind }) => kind !== 'error')) {
    const type = typeOf(response.body);
    lines.push(`- ${response.status}${type && ` (${type})`}: ${oneLine(response.description)}`);
  }
  const errors = responses.filter(({ kind }) => kind === 'error').map(({ status }) => status);
  lines.push(`- ${errors.join(', ')}: an [Error](#errors)`);
  return [
    `### ${operationId}`,
    endpointText(operation),
    withLinksInFile(description),
    lines.join('\n'),
    `\`\`\`sh\n${codeSamplesOf(operation)[0]?.source}\n\`\`\``,
  ].join('\n\n');
}

/** The objects of all bodies. */
function objectSections({ operations, schemas }: Site): string[] {
  const ofRequests = operations.map(({ requestBody }) => requestBody?.body?.schema[NAME]);
  return [...schemas].flatMap(([name, schema]) => {
    const direction = ofRequests.includes(name) ? 'request' : 'response';
    const fields = describeSchema(schema, direction).parts.filter(isField);
    const lines = fields.map((field) =>
      valueLine(field.title, [!field.required && 'optional'], field),
    );
    return lines.length > 0 ? [`### ${name}\n\n${lines.join('\n')}`] : [];
  });
}

function isField({ required }: Part): boolean {
  return required !== undefined;
}

/** @param about what to write before the type of the value; `false` is left out */
function valueLine(name: string, about: (string | false)[], value: Described): string {
  const { type, description, facts } = value;
  const meaning = withLinksInFile(description.trim()).replace(/\w$/, '$&.');
  const kind = [...about, type].filter(Boolean).join(', ');
  return `- \`${name}\` (${kind}): ${oneLine([meaning, ...facts].join(' '))}`;
}

/** The type of a body in words, such as `array of Item`. */
function typeOf(body: Body | undefined): string {
  return body ? describeSchema(body.schema).type : '';
}

/** Makes links to the page lead to the guides in the same file. */
function withLinksInFile(markdown: string): string {
  return markdown.replaceAll('](docs#', '](#');
}

/** A text in one line, in which a list becomes a sentence. */
function oneLine(markdown: string): string {
  return markdown
    .replaceAll(/\s*\n\s*- /g, '; ')
    .replaceAll('.; ', ': ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
