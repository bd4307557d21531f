import { Validator } from '@seriousme/openapi-schema-validator';
import { toYaml } from '../../src/docs/yaml.ts';
import type { Json } from './json.ts';
import { typesModule } from './types/index.ts';

const NOTICE = 'Made from openapi/ by `npm run generate`. Edit what is there, not this.';

/**
 * Compares the contract with the schema of OpenAPI, which nobody does again at run time.
 *
 * @throws with the place that is wrong
 */
export async function assertValid(contract: Json) {
  const { valid, errors } = await new Validator().validate({ ...contract });
  if (valid) return;
  const wrong = Array.isArray(errors)
    ? errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
    : [errors];
  throw new Error(`The contract is not OpenAPI: ${wrong[0]}. npm run contract:lint says more.`);
}

/** The complete contract as a file, for reviewers and for tools. */
export function contractFile(contract: Json): string {
  return `# ${NOTICE}\n${toYaml(contract)}`;
}

/** The module that holds the contract as data. */
export function contractModule(contract: Json): string {
  return `// ${NOTICE}\n\nexport const contract = ${JSON.stringify(contract, null, 2)} as const;\n`;
}

/** The module with the types of every operation and schema. */
export async function contractTypes(contract: Json): Promise<string> {
  return `// ${NOTICE}\n\n${await typesModule(contract)}`;
}
