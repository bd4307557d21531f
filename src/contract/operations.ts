import { contract as document } from '../../generated/contract.ts';
import type { OperationId } from './handler.ts';

/** What the service itself needs to know of an operation. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Relative to the base path, with parameters in braces. */
  readonly path: string;
  readonly successStatus: number;
  readonly security: readonly object[];
  readonly stability: string;
  readonly deprecation?: {
    /** Calendar dates, UTC. */
    readonly since: string;
    readonly sunset: string;
    /** The operation that replaces this one. */
    readonly successor: OperationId;
  };
}

interface OperationObject {
  readonly operationId: OperationId;
  readonly responses: object;
  readonly security?: readonly object[];
  readonly 'x-stability': string;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly 'x-successor'?: OperationId;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export const contract = document;

/** The path that all operations have in common, with the major version. */
export const basePath: string = contract.servers[0].url;

/** The operations in the order of the contract. */
export const operations: readonly Operation[] = Object.entries(contract.paths).flatMap(
  ([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => readOperation(path, method.toUpperCase(), operation)),
);

/** @throws when the contract has no operation of that id */
export function findOperation(operationId: string): Operation {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
  return operation;
}

/** The whole path of an operation, with parameters in braces. */
export function fullPath(operationId: OperationId): string {
  return basePath + findOperation(operationId).path;
}

function readOperation(path: string, method: string, object: OperationObject): Operation {
  const { 'x-deprecated-since': since, 'x-sunset': sunset, 'x-successor': successor } = object;
  const successStatus = Object.keys(object.responses).find((status) => status.startsWith('2'));
  return {
    operationId: object.operationId,
    method,
    path,
    successStatus: Number(successStatus),
    security: object.security ?? contract.security,
    stability: object['x-stability'],
    ...(since && sunset && successor && { deprecation: { since, sunset, successor } }),
  };
}
