import { contract as document } from '../../generated/contract.ts';
import type { OperationId } from './handler.ts';

/** What the service itself needs to know of a contract. */
export interface Contract<Document extends ContractDocument = ContractDocument, Id = string> {
  readonly document: Document;
  /** The path that all operations have in common, with the major version. */
  readonly basePath: string;
  /** In the order of the contract. */
  readonly operations: readonly Operation[];
  /** @throws when the contract has no operation of that id */
  findOperation(operationId: Id): Operation;
  /** The whole path of an operation, with parameters in braces. */
  fullPath(operationId: Id): string;
}

/** A complete contract: schemas by `$ref`, everything else in place. */
export interface ContractDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly contact?: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, object>>;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** Relative to the base path, with parameters in braces. */
  readonly path: string;
  /** With those of the path, unless the operation has its own of that name. */
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
  /** In ascending order. */
  readonly successStatuses: readonly number[];
  readonly security: readonly object[];
  readonly stability: string | undefined;
  readonly deprecation?: {
    /** Calendar dates, UTC. */
    readonly since: string;
    readonly sunset: string;
    /** The operation that replaces this one. */
    readonly successor: string;
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: object;
  readonly content?: Content;
}

export interface RequestBody {
  readonly required?: boolean;
  readonly content: Content;
}

export interface Response {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

export interface Header {
  readonly required?: boolean;
  readonly schema?: object;
}

/** By media type. */
export type Content = Readonly<Record<string, { readonly schema?: object }>>;

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses?: Readonly<Record<string, Response>>;
  readonly security?: readonly object[];
  readonly 'x-stability'?: string;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly 'x-successor'?: string;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Reads what the service needs to know from a complete contract. */
export function readContract<Document extends ContractDocument, Id extends string = string>(
  document: Document,
): Contract<Document, Id> {
  const basePath = document.servers[0]?.url ?? '';
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    readOperations(document, path, item),
  );
  const findOperation = (operationId: string) => {
    const operation = operations.find((candidate) => candidate.operationId === operationId);
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
    return operation;
  };
  const fullPath = (operationId: string) => basePath + findOperation(operationId).path;
  return { document, basePath, operations, findOperation, fullPath };
}

function readOperations(document: ContractDocument, path: string, item: object): Operation[] {
  const { parameters: shared = [] } = item as { parameters?: readonly Parameter[] };
  return Object.entries(item)
    .filter(([method]) => METHODS.has(method))
    .map(([method, object]: [string, OperationObject]) => ({
      operationId: object.operationId,
      method: method.toUpperCase(),
      path,
      parameters: mergeParameters(shared, object.parameters ?? []),
      ...(object.requestBody && { requestBody: object.requestBody }),
      ...readResponses(object.responses ?? {}),
      security: object.security ?? document.security ?? [],
      stability: object['x-stability'],
      ...readDeprecation(object),
    }));
}

function mergeParameters(shared: readonly Parameter[], own: readonly Parameter[]): Parameter[] {
  const isReplaced = (parameter: Parameter) =>
    own.some(({ name, in: place }) => name === parameter.name && place === parameter.in);
  return [...shared.filter((parameter) => !isReplaced(parameter)), ...own];
}

function readResponses(responses: Readonly<Record<string, Response>>) {
  const statuses = Object.keys(responses).map(Number);
  return { responses, successStatuses: statuses.filter((status) => status < 400) };
}

function readDeprecation(object: OperationObject) {
  const { 'x-deprecated-since': since, 'x-sunset': sunset, 'x-successor': successor } = object;
  return since && sunset && successor ? { deprecation: { since, sunset, successor } } : {};
}

/** The contract of this service. */
export const contract = readContract<typeof document, OperationId>(document);
