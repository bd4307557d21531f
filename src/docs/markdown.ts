import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';
import { SITE } from './placeholders.ts';
import { addressOf, CHANGELOG, type Deployment, withBaseUrl } from './published-contract.ts';

/*
 * The documentation as Markdown, for programs that read it and for people who let them.
 */

type Addresses = Pick<Deployment, 'productionUrl' | 'stagingUrl'>;

const { introduction, guides, operations, changelog } = documentation.markdown;
const { title, summary, version } = contract.document.info;

const LINK = new RegExp(`\\]\\(${SITE}([^)]*)\\)`, 'g');
/** In a whole document, a guide is the section with its heading. */
const GUIDE_LINK = new RegExp(`\\]\\(${SITE}docs/guides/([\\w-]+)\\.md(?:#([\\w-]+))?\\)`, 'g');
/** A block of code, in which nothing is a heading, or the beginning of a heading. */
const BLOCK_OR_HEADING = /^(`{3,}).*?^\1$|^#/gms;

/** What gives each file, by its path relative to the root of the service. */
export function markdownFiles(addresses: Addresses): ReadonlyMap<string, () => string> {
  const files: [path: string, read: () => string][] = [
    ['docs.md', () => wholeText(addresses)],
    ...guides.map(({ id, text }): [string, () => string] => [guidePath(id), () => text]),
    ...operations.map(({ operationId, text }): [string, () => string] => [
      operationPath(operationId),
      () => text,
    ]),
    [`${CHANGELOG.path}.md`, () => changelog],
  ];
  return new Map(files.map(([path, read]) => [path, () => inPlace(read(), addresses)]));
}

/** What there is to read, each with its address. @see https://llmstxt.org */
export function llmsText(addresses: Addresses): string {
  const text = [
    `# ${title}`,
    `> ${summary}`,
    introduction,
    baseAddresses(addresses),
    '## Everything in one file',
    link('Documentation', 'docs.md', 'All guides and operations.'),
    '## Guides',
    guides.map((guide) => link(guide.title, guidePath(guide.id), guide.summary)).join('\n'),
    '## Operations',
    operations
      .map(({ operationId, summary }) => link(operationId, operationPath(operationId), summary))
      .join('\n'),
    '## Contract',
    [
      link('openapi.json', 'openapi.json', 'OpenAPI 3.1, as JSON.'),
      link('openapi.yaml', 'openapi.yaml', 'The same as YAML.'),
    ].join('\n'),
    '## Optional',
    link(CHANGELOG.title, `${CHANGELOG.path}.md`, 'What has changed, by version.'),
  ];
  return inPlace(`${text.join('\n\n')}\n`, addresses);
}

function wholeText(addresses: Addresses): string {
  const inWhole = (text: string) =>
    text
      .replaceAll(GUIDE_LINK, (_link, guide, heading = guide) => `](#${heading})`)
      .replaceAll(BLOCK_OR_HEADING, (found) => (found === '#' ? '##' : found));
  const texts = [...guides, ...operations].map(({ text }) => inWhole(text).trim());
  const start = [`# ${title}`, summary, `Version ${version}.`, inWhole(introduction)];
  return `${[...start, baseAddresses(addresses), ...texts].join('\n\n')}\n`;
}

function baseAddresses({ productionUrl, stagingUrl }: Addresses): string {
  const known = [
    ...(productionUrl ? [`- Production: \`${productionUrl}\``] : []),
    ...(stagingUrl ? [`- Staging: \`${stagingUrl}\``] : []),
  ];
  const own = `\`${contract.basePath}\` on the host that serves this document`;
  return known.length > 0 ? `Base addresses:\n\n${known.join('\n')}` : `Base address: ${own}.`;
}

function guidePath(id: string): string {
  return `docs/guides/${id}.md`;
}

function operationPath(operationId: string): string {
  return `docs/operations/${operationId}.md`;
}

function link(name: string, path: string, about: string): string {
  return `- [${name}](${SITE}${path})${about && `: ${about}`}`;
}

/** With the addresses of this deployment. */
function inPlace(text: string, { productionUrl }: Addresses): string {
  return withBaseUrl(text, productionUrl).replaceAll(
    LINK,
    (_link, path) => `](${addressOf(path, productionUrl)})`,
  );
}
