// The operations as Markdown, for programs: all that is needed to call each of them.

import {
  type Content,
  type FoundOperation,
  referredName,
  responsesOf,
  scopesOfOperation,
} from '../contract/index.ts';
import { parametersOf } from './page/parameters.ts';
import type { Site } from './page/site.ts';
import { type Described, describeSchema, type Part } from './schemas/describe-schema.ts';

const INTRODUCTION = `Paths are relative to the base address. Every request needs the header
\`Authorization: Bearer <API_KEY>\`, and one with a body also \`Content-Type: application/json\`.
Unknown parameters and fields are errors.`;

/** A chapter with a section for each operation, and one for each object in a body. */
export function operationsMarkdown(site: Site): string {
  const operations = site.operations.map((found) => operationSection(found, site));
  return ['## Operations', INTRODUCTION, ...operations, ...objectSections(site)].join('\n\n');
}

/** A line for each operation, which leads to its section. */
export function operationList(site: Site): string {
  const lines = site.operations.map((found) => {
    const { operationId, parameters = [], requestBody } = found.operation;
    const names = parameters.map(({ name, required, deprecated }) => {
      return `\`${name}\`${required ? ' (required)' : ''}${deprecated ? ' (deprecated)' : ''}`;
    });
    const about = [endpointText(found, site)];
    if (names.length > 0) about.push(`Parameters: ${names.join(', ')}.`);
    if (requestBody) about.push(`Body: ${typeOf(requestBody.content, site)}.`);
    return `- [${operationId}](#${operationId.toLowerCase()}): ${about.join(' ')}`;
  });
  return lines.join('\n');
}

/** The method and path of an operation, what it is for, its scopes and its stability. */
function endpointText({ operation, method, path }: FoundOperation, { basePath }: Site): string {
  const {
    summary,
    deprecated,
    'x-stability': stability,
    'x-successor': successor = '',
  } = operation;
  const scopes = scopesOfOperation(operation).map((scope) => `\`${scope}\``);
  const scope = scopes.length > 0 ? `Scope ${scopes.join(' ')}` : 'No scope';
  const facts = [scope, deprecated ? 'deprecated' : stability];
  // That of the same version is in the description.
  if (successor.includes('.')) facts.push(`replaced by \`${successor}\``);
  const endpoint = `\`${method.toUpperCase()} ${path.slice(basePath.length)}\``;
  return `${endpoint}: ${summary}. ${facts.join(', ')}.`;
}

function operationSection(found: FoundOperation, site: Site): string {
  const { operation } = found;
  const { operationId, description = '', requestBody, 'x-codeSamples': samples } = operation;
  const { successes, notModified, errors } = responsesOf(operation);
  const lines = parametersOf(operation, site.schemas).map((parameter) => {
    const { name, in: place, required } = parameter;
    // The sample shows an example.
    const facts = parameter.facts.filter((fact) => !fact.startsWith('Example'));
    return valueLine(name, [place, required && 'required'], { ...parameter, facts });
  });
  if (requestBody) lines.push(`- Body: ${typeOf(requestBody.content, site)}`);
  for (const [status, response] of [...successes, ...notModified]) {
    const type = typeOf(response.content, site);
    lines.push(`- ${status}${type && ` (${type})`}: ${oneLine(response.description)}`);
  }
  lines.push(`- ${errors.map(([status]) => status).join(', ')}: an [Error](#errors)`);
  return [
    `### ${operationId}`,
    endpointText(found, site),
    withLinksInFile(description),
    lines.join('\n'),
    `\`\`\`sh\n${samples?.[0]?.source}\n\`\`\``,
  ].join('\n\n');
}

/** The objects of all bodies. */
function objectSections({ operations, schemas }: Site): string[] {
  const ofRequests = operations.flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => referredName(schema)),
  );
  return Object.keys(schemas).flatMap((name) => {
    const direction = ofRequests.includes(name) ? 'request' : 'response';
    const schema = { $ref: `#/components/schemas/${name}` };
    const fields = describeSchema(schema, schemas, direction).parts.filter(isField);
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
function typeOf(content: Content = {}, { schemas }: Site): string {
  const [media] = Object.values(content);
  return media?.schema ? describeSchema(media.schema, schemas).type : '';
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
