import type { OperationObject } from '../described/operation-object.ts';
import { isObject, type Json } from '../json.ts';
import type { Schemas } from '../schemas.ts';
import { withShared } from '../shared-parameters.ts';
import { splitGuides } from './guides.ts';
import { operationText } from './operation.ts';

/*
 * The documentation as Markdown: a document for each guide, and for each operation of the complete
 * contract with its samples.
 */

export function markdownDocuments(contract: Json, baseUrl: string) {
  const { description = '' } = contract.info as { description?: string };
  return { ...splitGuides(description), operations: operationDocuments(contract, baseUrl) };
}

function operationDocuments(contract: Json, baseUrl: string) {
  const { schemas = {} } = (contract.components ?? {}) as { schemas?: Schemas };
  const [{ url = '' } = {}] = (contract.servers ?? []) as { url?: string }[];
  return Object.entries(contract.paths as Record<string, Json>).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as NonNullable<OperationObject['parameters']>;
    return Object.entries(item)
      .filter(([, operation]) => isObject(operation) && 'operationId' in operation)
      .map(([method, found]) => {
        const operation = withShared(found as unknown as OperationObject, shared);
        const described = { operation, method, path: url + path, schemas, baseUrl };
        const { operationId, summary } = operation;
        return { operationId, summary, text: operationText(described) };
      });
  });
}
