import { isObject, type Json } from '../json.ts';
import type { Schemas } from '../schemas.ts';
import { withShared } from '../shared-parameters.ts';
import type { OperationObject } from './operation-object.ts';

export interface FoundOperation {
  readonly operation: OperationObject;
  readonly method: string;
  /** With the path of the base address. */
  readonly path: string;
}

/** The operations of a complete contract, with the parameters of their paths. */
export function operationsOf(contract: Json): FoundOperation[] {
  const [{ url = '' } = {}] = (contract.servers ?? []) as { url?: string }[];
  return Object.entries(contract.paths as Record<string, Json>).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as NonNullable<OperationObject['parameters']>;
    return Object.entries(item)
      .filter(([, operation]) => isObject(operation) && 'operationId' in operation)
      .map(([method, found]) => ({
        operation: withShared(found as unknown as OperationObject, shared),
        method,
        path: url + path,
      }));
  });
}

export function schemasOf(contract: Json): Schemas {
  const { schemas = {} } = (contract.components ?? {}) as { schemas?: Schemas };
  return schemas;
}
