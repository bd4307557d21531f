import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { toYaml } from '../../src/docs/yaml.ts';
import type { Json } from './json.ts';

const SOURCES = 'openapi/ by `npm run generate`. Edit what is there, not this.';

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
  return `# Made from ${SOURCES}\n${toYaml(contract)}`;
}

/** The module that holds the contract as data. */
export function contractModule(contract: Json): string {
  return `// Made from ${SOURCES}\n\nexport const contract = ${JSON.stringify(contract, null, 2)} as const;\n`;
}

/** The types of every operation and schema: an int64 is a bigint, a parameter with a default is present. */
export async function typesModule(contract: Json): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withDefaultsPresent(contract)), {
    transform: ({ format }: SchemaObject) =>
      format === 'int64'
        ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword)
        : undefined,
  });
  return `// Made from ${SOURCES}\n\n${astToString(nodes)}`;
}

/** A copy in which parameters that have a default are required: the handler always sees them. */
function withDefaultsPresent(contract: Json): Json {
  return JSON.parse(JSON.stringify(contract), (_key, value) =>
    value?.in && value.schema?.default !== undefined ? { ...value, required: true } : value,
  );
}
