import { Validator } from '@seriousme/openapi-schema-validator';
import { sourceFindings, unsupported } from '../contract/supported/index.ts';
import type { Complete } from './complete.ts';
import { isObject, type Json } from './json.ts';

/**
 * Checks a contract before anything is made of it. Lint says the same with places and more words.
 *
 * @throws when it says something that is not supported, is not OpenAPI, refers to what is not there,
 *   or names two operations alike
 */
export async function assertSound(complete: Complete): Promise<void> {
  const [finding] = [...unsupported(complete), ...sourceFindings(complete)];
  if (finding) throw new Error(finding.message);
  const { document } = complete;
  const { valid, errors } = await new Validator().validate({ ...document });
  if (!valid) throw new Error(`The contract is not OpenAPI: ${JSON.stringify(errors)}`);
  const ids = operationIds(document);
  const again = ids.find((id, index) => ids.indexOf(id) !== index);
  if (again !== undefined) throw new Error(`Two operations are named ${again}.`);
}

function operationIds({ paths }: Json): unknown[] {
  return Object.values(isObject(paths) ? paths : {})
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .flatMap((operation) => (isObject(operation) ? [operation.operationId] : []))
    .filter((id) => id !== undefined);
}
