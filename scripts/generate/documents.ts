// Makes the documents in generated/ from the contract.

import { stringify } from 'yaml';
import { EXAMPLE_ORIGIN } from '../../src/platform/docs/placeholders.ts';
import { YAML_OPTIONS } from '../../src/platform/docs/yaml-options.ts';
import type { Service } from '../../src/platform/service.ts';
import {
  Code,
  type CompleteOptions,
  type Contract,
  clientModule,
  codeOf,
  completeContract,
  modelOf,
  routeSchemasModule,
  typesModule,
  unsupported,
} from '../contract/index.ts';
import { contractOptions, readService } from '../contract-options.ts';
import {
  addCodeSamples,
  documentationFiles,
  livePageFiles,
  withSharedComponents,
} from '../documentation/index.ts';
import { useErrorsOf } from '../error-codes.ts';
import { lintServed } from '../lint-options.ts';
import {
  guidesFoldersOf,
  olderVersionOf,
  PLATFORM_CONTRACT,
  pathToPlatform,
  type ServiceFiles,
  servedContracts,
  serviceFiles,
} from '../sources.ts';
import { clientPackage, withoutTypes } from './client-package.ts';
import { formatted } from './formatted.ts';

const NOTICE = 'Made from openapi/ by `npm run generate`. Edit what is there, not this.';

/**
 * Makes the documents in the folder generated/ of a service.
 *
 * @param folder of the service
 * @returns the text of each file, by name
 * @throws with the findings of lint if the contract has errors
 */
export async function makeDocuments(folder?: string): Promise<Record<string, string>> {
  const files = serviceFiles(folder);
  try {
    const service = await readService(folder);
    useErrorsOf(service);
    const options = contractOptions(service);
    const all = await Promise.all(
      servedContracts(files).map((contract) => documentsOf(contract, { files, service, options })),
    );
    return Object.assign({}, ...all);
  } catch (cause) {
    // Lint names the line to edit. Errors of libraries do not.
    const lines = (await lintServed(folder)).flatMap((one) => one.lines);
    throw lines.length === 0 ? cause : new Error(lines.join('\n'), { cause });
  }
}

/** Makes the documents in the folder generated/platform/, which every service has. */
export async function makePlatformDocuments(): Promise<Record<string, string>> {
  const complete = await completeContract(PLATFORM_CONTRACT);
  // Which values they are, only a service says.
  const document = JSON.parse(JSON.stringify(complete.document), (_key, part) => {
    const { enum: values, ...others } = Object(part);
    return Array.isArray(values) && values.includes('{$plans}') ? others : part;
  });
  const types = `// Made from openapi/platform/ by \`npm run generate\`.\n\n${await typesModule(modelOf(document))}`;
  return { 'openapi.ts': types, ...(await livePageFiles()) };
}

interface Known {
  readonly files: ServiceFiles;
  readonly service: Service;
  readonly options: CompleteOptions;
}

/** The documents of a contract. Those of an older one are in a folder of its name. */
async function documentsOf(file: string, known: Known): Promise<Record<string, string>> {
  const { files, service, options } = known;
  const complete = await completeContract(file, options);
  const [finding] = unsupported(complete);
  if (finding) throw new Error(finding.message);
  const { contract } = complete;
  addCodeSamples(contract);
  const version = olderVersionOf(file);
  const [client, modules] = await Promise.all([
    formatted(clientModule(contract, EXAMPLE_ORIGIN + contract.basePath)),
    modulesOf(contract, pathToPlatform(files, version)),
  ]);
  const guides = guidesFoldersOf(file);
  const clients = { ts: client, js: withoutTypes(client) };
  const published = { contract, clients, service, files, guides, version };
  const made: Record<string, string> = {
    'client.ts': client,
    'openapi.yaml': `# ${NOTICE}\n${stringify(withSharedComponents(contract.document), YAML_OPTIONS)}`,
    ...modules,
    ...inFolder('package', clientPackage(published)),
    ...(await documentationFiles(published)),
  };
  return version === undefined ? made : inFolder(version, made);
}

/** Puts files into the folder of a version, but not those that the pages of all versions load. */
function inFolder(version: string, files: Record<string, string>): Record<string, string> {
  const moved = Object.entries(files).map(([name, text]) => {
    return [name.startsWith('page/') ? name : `${version}/${name}`, text];
  });
  return Object.fromEntries(moved);
}

async function modulesOf(contract: Contract, platform: string) {
  return {
    'contract.ts': contractModule(contract),
    'route-schemas.ts': `// ${NOTICE}\n\n${routeSchemasModule(contract, platform)}`,
    'openapi.ts': `// ${NOTICE}\n\n${await typesModule(contract)}`,
  };
}

/** The module with the contract as a constant, which also gives the compiler its type. */
function contractModule({ document }: Contract): string {
  return `// ${NOTICE}\n\nexport const contract = ${codeOf(withoutTextTypes(document))} as const;\n`;
}

/**
 * A contract whose texts are no part of its type, so that a changed text does not make the compiler
 * start anew.
 */
function withoutTextTypes(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTextTypes);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => {
    const isText = typeof value === 'string' && (key === 'description' || key === 'summary');
    return [key, isText ? new Code(`${codeOf(value)} as string`) : withoutTextTypes(value)];
  });
  return Object.fromEntries(entries);
}
