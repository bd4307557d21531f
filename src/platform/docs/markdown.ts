// For programs, such as assistants that write code: the operations and the guides as Markdown, and
// the client.

import {
  addressFrom,
  addressOf,
  knownServers,
  rootAddress,
  withBaseUrl,
} from './deployment-addresses.ts';
import { CHANGELOG, type Documentation, type Publication } from './publication.ts';

/** The file with the operations and all guides, relative to the root of the service. */
export const GUIDES_PATH = 'docs.md';

/**
 * The operations and all guides in one file, with a link to the contract, which has every detail.
 */
export function guidesText(publication: Publication): string {
  const { contract, documentation } = publication;
  const { title, summary, version } = contract.document.info;
  const text = [
    `# ${title}`,
    summary,
    `Version ${version}. The whole contract is in ${linkTo('openapi.json', publication)}.`,
    ...otherVersions(publication),
    baseUrlList(publication),
    withBaseUrl(documentation.operations, publication),
    withBaseUrl(guidesMarkdown(documentation), publication),
  ];
  return `${text.join('\n\n')}\n`;
}

/** All guides in one text. */
export function guidesMarkdown({ introduction, guides }: Documentation): string {
  return [introduction, ...guides.map(({ markdown }) => markdown)].join('');
}

/** A link to a part of the page, to the client, or to a file of all versions. */
const OWN_LINK = /\]\(((?:docs)?#([^)\s]+)|client\.[jt]s|docs\/[^)\s]+)\)/g;

/** The texts that are files in the folder `docs/`, by name: each guide alone, and the changelog. */
export function guideFiles({ guides, changelog }: Documentation): ReadonlyMap<string, string> {
  const texts = guides.map(({ id, markdown }) => [id, markdown] as const);
  return new Map([['changelog', changelog], ...texts]);
}

/** One of these texts, in which links to the others lead to their files. */
export function guideFile(markdown: string, publication: Publication): string {
  const { folder, documentation } = publication;
  const files = guideFiles(documentation);
  const text = markdown.replaceAll(OWN_LINK, (_link, target, anchor = '') => {
    return `](${addressFrom(`${folder}docs/`, pathOf(target, anchor), publication)})`;
  });
  return withBaseUrl(`${text.trim()}\n`, publication);

  /** Relative to the root of the service. */
  function pathOf(target: string, anchor: string): string {
    if (target.startsWith('docs/')) return target;
    if (anchor === '') return folder + target;
    return `${folder}docs${files.has(anchor) ? `/${anchor}.md` : `#${anchor}`}`;
  }
}

/** A list of the guides with their first sentences, in which links begin with a hash. */
function guideList({ guides }: Documentation): string {
  return guides.map(({ id, title, summary }) => `- [${title}](#${id}): ${summary}`).join('\n');
}

/**
 * The client, in TypeScript or JavaScript, with the base address of production where it is known.
 */
export function clientText(language: 'ts' | 'js', publication: Publication): string {
  return withBaseUrl(publication.documentation.clients[language], publication);
}

/** A list of all documents, each with its address. @see https://llmstxt.org */
export function llmsText(publication: Publication): string {
  const { contract, documentation } = publication;
  const { title, summary, description = '' } = contract.document.info;
  const inGuides = () => `](${addressOf(GUIDES_PATH, publication)}#`;
  const link = (path: string, about: string) => `- ${linkTo(path, publication)}: ${about}`;
  const text = [
    `# ${title}`,
    `> ${summary}`,
    ...otherVersions(publication),
    baseUrlList(publication),
    description.replaceAll('](docs#', inGuides),
    '## Operations',
    documentation.operationList.replaceAll('](#', inGuides),
    '## Guides',
    guideList(documentation).replaceAll('](#', inGuides),
    '## Documents',
    [
      link(GUIDES_PATH, 'All operations and guides in one file.'),
      link('openapi.json', 'All operations, as OpenAPI 3.1 in JSON.'),
      link('openapi.yaml', 'The same in YAML.'),
      link('client.ts', 'A client in TypeScript: one file, without dependencies.'),
      link('client.js', 'The same in JavaScript, as an ES module.'),
    ].join('\n'),
    `Agents find the operations as tools at \`${rootAddress('mcp', publication)}\`, over the Model Context Protocol.`,
    '## Optional',
    `- [${CHANGELOG.path}](${rootAddress(CHANGELOG.path, publication)}): What has changed, by version.`,
  ];
  return `${text.join('\n\n')}\n`;
}

/** Where the other versions are described, in a paragraph. None while there is only one. */
function otherVersions(publication: Publication): string[] {
  const links = publication.others.map(({ version, document }) => {
    const address = rootAddress(`${version}/${GUIDES_PATH}`, publication);
    return `[${document.info.version}](${address})`;
  });
  return links.length === 0 ? [] : [`Other versions that are served: ${links.join(', ')}.`];
}

function baseUrlList(publication: Publication): string {
  const known = knownServers(publication).map(({ url, description }) => {
    return `- ${description}: \`${url}\``;
  });
  const own = `\`${publication.contract.basePath}\` on the host that serves this document`;
  return known.length > 0 ? `Base addresses:\n\n${known.join('\n')}` : `Base address: ${own}.`;
}

function linkTo(path: string, publication: Publication): string {
  return `[${path}](${addressOf(path, publication)})`;
}
