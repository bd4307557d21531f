import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';
import {
  addressOf,
  CHANGELOG,
  type Deployment,
  knownServers,
  withBaseUrl,
} from './published-contract.ts';

/*
 * For programs, such as assistants that write code: the operations and the guides as Markdown, and
 * the client.
 */

/** The file with the operations and all guides, relative to the root of the service. */
export const GUIDES_PATH = 'docs.md';

const { title, summary, version, description } = contract.document.info;

/**
 * The operations and all guides in one file, with a link to the contract, which has every detail.
 */
export function guidesText(deployment: Deployment): string {
  const text = [
    `# ${title}`,
    summary,
    `Version ${version}. The whole contract is in ${linkTo('openapi.json', deployment)}.`,
    baseAddresses(deployment),
    withBaseUrl(documentation.operations, deployment.productionUrl),
    withBaseUrl(documentation.markdown, deployment.productionUrl),
  ];
  return `${text.join('\n\n')}\n`;
}

/**
 * The client, in TypeScript or JavaScript, with the base address of production where it is known.
 */
export function clientText(language: 'ts' | 'js', { productionUrl }: Deployment): string {
  return withBaseUrl(documentation.clients[language], productionUrl);
}

/** A list of all documents, each with its address. @see https://llmstxt.org */
export function llmsText(deployment: Deployment): string {
  const inGuides = () => `](${addressOf(GUIDES_PATH, deployment.productionUrl)}#`;
  const link = (path: string, about: string) => `- ${linkTo(path, deployment)}: ${about}`;
  const text = [
    `# ${title}`,
    `> ${summary}`,
    baseAddresses(deployment),
    description.replaceAll('](docs#', inGuides),
    '## Operations',
    documentation.operationList.replaceAll('](#', inGuides),
    '## Guides',
    documentation.guideList.replaceAll('](#', inGuides),
    '## Documents',
    [
      link(GUIDES_PATH, 'All operations and guides in one file.'),
      link('openapi.json', 'All operations, as OpenAPI 3.1 in JSON.'),
      link('openapi.yaml', 'The same in YAML.'),
      link('client.ts', 'A client in TypeScript: one file, without dependencies.'),
      link('client.js', 'The same in JavaScript, as an ES module.'),
    ].join('\n'),
    '## Optional',
    link(CHANGELOG.path, 'What has changed, by version.'),
  ];
  return `${text.join('\n\n')}\n`;
}

function baseAddresses(deployment: Deployment): string {
  const known = knownServers(deployment).map(({ url, description }) => {
    return `- ${description}: \`${url}\``;
  });
  const own = `\`${contract.basePath}\` on the host that serves this document`;
  return known.length > 0 ? `Base addresses:\n\n${known.join('\n')}` : `Base address: ${own}.`;
}

function linkTo(path: string, { productionUrl }: Deployment): string {
  return `[${path}](${addressOf(path, productionUrl)})`;
}
