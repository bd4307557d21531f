import { operationsOf, schemasOf } from '../described/operations.ts';
import type { Json } from '../json.ts';
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
  const schemas = schemasOf(contract);
  return operationsOf(contract).map((found) => {
    const { operationId, summary } = found.operation;
    return { operationId, summary, text: operationText({ ...found, schemas, baseUrl }) };
  });
}
