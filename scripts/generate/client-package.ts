// The client as JavaScript, and as a package, which `npm pack` and `npm publish` take as it is.

import ts from 'typescript';
import type { Documentation } from '../../src/platform/docs/publication.ts';
import type { Service } from '../../src/platform/service.ts';
import type { Contract } from '../contract/index.ts';

const COMPILED = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };

/** What the client is made of. */
interface PackagedClient {
  readonly contract: Contract;
  /** The client in TypeScript, and in JavaScript. */
  readonly clients: Documentation['clients'];
  readonly service: Service;
}

/** A module as JavaScript, with its comments, and the empty lines that TypeScript drops. */
export function withoutTypes(module: string): string {
  return ts.transpile(module, COMPILED).replaceAll(/^(?=\/\*\*)/gm, '\n');
}

/**
 * Makes the files of the package: an ES module with its types.
 *
 * @returns the text of each file, by name
 */
export function clientPackage(packaged: PackagedClient): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(manifestOf(packaged), null, 2)}\n`,
    'README.md': readmeOf(packaged),
    'index.js': packaged.clients.js,
    'index.d.ts': declarationsOf(packaged.clients.ts),
  };
}

function nameOf({ name }: Service): string {
  return `${name}-client`;
}

function manifestOf({ contract, service }: PackagedClient) {
  const { title, version, document } = contract;
  const { identifier: license } =
    (document.info as { license?: { identifier?: string } }).license ?? {};
  return {
    name: nameOf(service),
    version,
    description: `The client of ${title}, generated from its contract.`,
    ...(license !== undefined && { license }),
    type: 'module',
    // For compilers that do not know `exports`.
    main: './index.js',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    files: ['index.js', 'index.d.ts'],
  };
}

function readmeOf({ contract, service }: PackagedClient): string {
  const { title, version } = contract;
  return `# ${nameOf(service)}

The client of ${title} ${version}: generated from version ${version} of its contract, an ES module with types, without
dependencies.

\`\`\`ts
import { createClient } from '${nameOf(service)}';

const client = createClient({ apiKey: process.env.API_KEY, baseUrl: process.env.BASE_URL });
console.log(client.limits);
\`\`\`

The guide "Clients" of the documentation, at \`/docs\` of the service, says what the client does.
`;
}

/** @throws with what the types of a module do not say by themselves */
function declarationsOf(module: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(module, {
    compilerOptions: COMPILED,
    reportDiagnostics: true,
  });
  const [first] = diagnostics;
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  return outputText;
}
