// Makes the documents in generated/ from the contract.

import { basename } from 'node:path';
import { stringify } from 'yaml';
import { EXAMPLE_ORIGIN } from '../../src/platform/docs/placeholders.ts';
import { YAML_OPTIONS } from '../../src/platform/docs/yaml-options.ts';
import {
  basePathOf,
  clientModule,
  completeContract,
  type Json,
  routeSchemasModule,
  typesModule,
  unsupported,
} from '../contract/index.ts';
import { CONTRACT_OPTIONS } from '../contract-options.ts';
import {
  addCodeSamples,
  documentationFiles,
  livePageFiles,
  withSharedComponents,
} from '../documentation/index.ts';
import { lintServed } from '../lint-options.ts';
import { CONTRACT, guidesFolderOf, servedContracts } from '../sources.ts';
import { formatted } from './formatted.ts';

const NOTICE = 'Made from openapi/ by `npm run generate`. Edit what is there, not this.';

/**
 * Makes the documents in generated/.
 *
 * @returns the text of each file, by name
 * @throws with the findings of lint if the contract has errors
 */
export async function makeDocuments(): Promise<Record<string, string>> {
  try {
    const all = await Promise.all(servedContracts().map(documentsOf));
    return Object.assign(await livePageFiles(), ...all);
  } catch (cause) {
    // Lint names the line to edit. Errors of libraries do not.
    const lines = (await lintServed()).flatMap((one) => one.lines);
    throw lines.length === 0 ? cause : new Error(lines.join('\n'), { cause });
  }
}

/** The documents of a contract. Those of an older one are in a folder of its name. */
async function documentsOf(file: string): Promise<Record<string, string>> {
  const complete = await completeContract(file, CONTRACT_OPTIONS);
  const [finding] = unsupported(complete);
  if (finding) throw new Error(finding.message);
  const { document: contract } = complete;
  addCodeSamples(contract);
  const [client, modules] = await Promise.all([
    formatted(clientModule(contract, EXAMPLE_ORIGIN + basePathOf(contract))),
    modulesOf(contract),
  ]);
  const version = file === CONTRACT ? undefined : basename(file, '.yaml');
  const files: Record<string, string> = {
    'client.ts': client,
    'openapi.yaml': `# ${NOTICE}\n${stringify(withSharedComponents(contract), YAML_OPTIONS)}`,
    ...modules,
    ...(await documentationFiles(contract, client, guidesFolderOf(file), version)),
  };
  return version === undefined ? files : inFolder(version, files);
}

/** Puts files into a folder, but not those that the pages of all versions load. */
function inFolder(folder: string, files: Record<string, string>): Record<string, string> {
  const moved = Object.entries(files).map(([name, text]) => {
    if (name.startsWith('page/')) return [name, text];
    return [`${folder}/${name}`, text.replaceAll(/^(import .* from ')(?=\.\.\/)/gm, '$1../')];
  });
  return Object.fromEntries(moved);
}

async function modulesOf(contract: Json) {
  return {
    'contract.ts': contractModule(contract),
    'route-schemas.ts': `// ${NOTICE}\n\n${routeSchemasModule(contract)}`,
    'openapi.ts': `// ${NOTICE}\n\n${await typesModule(contract)}`,
  };
}

/** The module with the contract as a constant, which also gives the compiler its type. */
function contractModule(contract: Json): string {
  // Texts are left out of the type, so that a changed text does not make the compiler start anew.
  const text = /^( *"(?:description|summary)": ".*")(,?)$/gm;
  const value = JSON.stringify(contract, null, 2).replaceAll(text, '$1 as string$2');
  return `// ${NOTICE}\n\nexport const contract = ${value} as const;\n`;
}
