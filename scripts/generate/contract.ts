import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { withCodeSamples } from './code-samples.ts';

/** The contract as it is published: one document, all references inside it. */
export type ContractDocument = OpenAPI3;

const NOTICE =
  '// Made from openapi/openapi.yaml by `npm run generate`. Edit that file, not this one.\n\n';

/**
 * Reads the contract's YAML. Merge keys are allowed, so that a group of headers stands once.
 *
 * @throws with the line where it is not YAML
 */
export async function readContract(file: string): Promise<ContractDocument> {
  const text = await readFile(file, 'utf8');
  try {
    return parse(text, { merge: true });
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Compares the contract with the schema of OpenAPI, which nobody does again at run time.
 *
 * @throws with the place that is wrong
 */
export async function assertValid(contract: ContractDocument) {
  const { valid, errors } = await new Validator().validate({ ...contract });
  if (valid) return;
  const wrong = Array.isArray(errors)
    ? errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
    : [errors];
  throw new Error(`The contract is not OpenAPI: ${wrong[0]}. npm run contract:lint says more.`);
}

/** The module that holds the contract as data, with samples of code for its readers. */
export function contractModule(contract: ContractDocument): string {
  const published = withCodeSamples(contract);
  return `${NOTICE}export const contract = ${JSON.stringify(published, null, 2)} as const;\n`;
}

/** The types of every operation and schema: an int64 is a bigint, a parameter with a default is present. */
export async function typesModule(contract: ContractDocument): Promise<string> {
  const nodes = await openapiTS(withDefaultsPresent(contract), {
    transform: ({ format }: SchemaObject) =>
      format === 'int64'
        ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword)
        : undefined,
  });
  return NOTICE + astToString(nodes);
}

/** A copy in which parameters that have a default are required: the handler always sees them. */
function withDefaultsPresent(contract: ContractDocument): ContractDocument {
  return JSON.parse(JSON.stringify(contract), (_key, value) =>
    value?.in && value.schema?.default !== undefined ? { ...value, required: true } : value,
  );
}
