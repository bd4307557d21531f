import { toYaml } from '../../src/docs/yaml.ts';
import type { Json } from './json.ts';
import { routeSchemas } from './route-schemas.ts';
import { typesModule } from './types.ts';

const NOTICE = 'Made from openapi/ by `npm run generate`. Edit what is there, not this.';

/** The complete contract as a file, for reviewers and for tools. */
export function contractFile(contract: Json): string {
  return `# ${NOTICE}\n${toYaml(contract)}`;
}

/** The module that holds the contract as data. */
export function contractModule(contract: Json): string {
  return `// ${NOTICE}\n\nexport const contract = ${JSON.stringify(contract, null, 2)} as const;\n`;
}

/** The module with the schemas that Fastify compiles for each operation. */
export function schemasModule(contract: Json): string {
  const schemas = JSON.stringify(routeSchemas(contract), null, 2);
  return `// ${NOTICE}\n\nimport type { RouteSchemas } from '../src/contract/operations.ts';\n\nexport const routeSchemas: RouteSchemas = ${schemas};\n`;
}

/** The module with the types of every operation and schema. */
export async function contractTypes(contract: Json): Promise<string> {
  return `// ${NOTICE}\n\n${await typesModule(contract)}`;
}
