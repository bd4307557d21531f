// What the service knows of a contract: its operations, with the schemas that were made of them.

import type { RouteSchema, RouteSchemas } from '../schema/route-schemas.ts';

/** What the service itself needs to know of a contract. */
export interface Contract {
  readonly document: ContractDocument;
  /** The path that all operations have in common, with the major version. */
  readonly basePath: string;
  /** The major version, in which the base path ends, such as `v1`. */
  readonly version: string;
  /** What the API keys are for, as callers without a valid key are told. */
  readonly realm: string;
  /** What an API key can be limited to. */
  readonly scopes: readonly string[];
  /** The scopes that a key without a list of scopes lacks. */
  readonly explicitScopes: readonly string[];
  /** In the order of the contract. */
  readonly operations: readonly Operation[];
  /** @throws when the contract has no operation of that id */
  findOperation(operationId: string): Operation;
}

/** A complete contract: schemas by `$ref`, everything else in place. */
export interface ContractDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
    readonly contact?: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security?: Described['security'];
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, object>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

interface SecurityScheme {
  readonly scheme: string;
  /** What each scope allows. */
  readonly 'x-scopes'?: object;
  readonly 'x-explicit-scopes'?: readonly string[];
}

/** The parts of an operation in the contract that the service reads. */
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
  /** The scheme that a request needs, with the scopes that its key needs. */
  readonly security?: readonly { readonly apiKey?: readonly string[] }[];
  readonly 'x-stability'?: string;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly 'x-successor'?: string;
  /** Whether its requests have a reserve when the limits of the plan are used up. */
  readonly 'x-reserve'?: true;
}

export interface Operation
  extends Required<Pick<Described, 'operationId' | 'parameters' | 'responses' | 'security'>> {
  /**
   * What log, metrics and usage call the operation: `listThings` of v1, `v2.listThings` of v2. The
   * first major version has no prefix, so that no figure is renamed when the second one comes.
   */
  readonly qualifiedId: string;
  readonly requestBody: Described['requestBody'];
  readonly method: string;
  /** Relative to the base path, with parameters in braces. */
  readonly path: string;
  /** The whole path, with parameters in braces. */
  readonly route: string;
  /** The schemas that Fastify compiles. */
  readonly schema: RouteSchema;
  /** A key needs all of these scopes. */
  readonly scopes: readonly string[];
  /** Those that a key without a list of scopes lacks. */
  readonly explicitScopes: readonly string[];
  /** Whether a request counts in the reserve of its customer when the plan has no room. */
  readonly hasReserve: boolean;
  readonly stability: string | undefined;
  readonly deprecation: Deprecation | undefined;
}

/** The operationId in metrics of unknown paths and methods, and of the documentation. */
export const NO_OPERATION = 'none';

export interface Deprecation {
  /** Calendar dates, UTC. */
  readonly since: string;
  readonly sunset: string;
  /** The operation that replaces this one: `listThings`, or `v2.listThings` of a later version. */
  readonly successor: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);

/** Reads what the service needs to know from a complete contract and the schemas made of it. */
export function readContract(document: ContractDocument, schemas: RouteSchemas): Contract {
  const basePath = document.servers[0]?.url ?? '';
  const scheme = document.components?.securitySchemes?.apiKey;
  const version = basePath.slice(basePath.lastIndexOf('/') + 1);
  const operations = Object.entries(document.paths).flatMap(([path, item]) => {
    return Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, described]: [string, Described]) => ({
        security: document.security ?? [],
        requestBody: undefined,
        parameters: [],
        ...described,
        qualifiedId: qualifiedId(described.operationId, version),
        method: method.toUpperCase(),
        path,
        route: basePath + path,
        // The schemas are made of the same document, so each operation has one.
        schema: schemas[described.operationId] as RouteSchema,
        ...readScopes(described, scheme),
        hasReserve: described['x-reserve'] ?? false,
        ...readLifecycle(described),
      }));
  });
  const findOperation = (operationId: string) => {
    const operation = operations.find((candidate) => candidate.operationId === operationId);
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
    return operation;
  };
  return {
    document,
    basePath,
    version,
    realm: document.info.title,
    scopes: Object.keys(scheme?.['x-scopes'] ?? {}),
    explicitScopes: explicitScopesOf(scheme),
    operations,
    findOperation,
  };
}

function explicitScopesOf(scheme: SecurityScheme | undefined): readonly string[] {
  return scheme?.['x-explicit-scopes'] ?? [];
}

function readScopes({ security }: Described, scheme: SecurityScheme | undefined) {
  const scopes = security?.[0]?.apiKey ?? [];
  const explicit = explicitScopesOf(scheme);
  return { scopes, explicitScopes: scopes.filter((scope) => explicit.includes(scope)) };
}

function qualifiedId(operationId: string, version: string): string {
  return version === 'v1' ? operationId : `${version}.${operationId}`;
}

function readLifecycle(described: Described) {
  const { 'x-deprecated-since': since, 'x-sunset': sunset, 'x-successor': successor } = described;
  const deprecation = since && sunset && successor ? { since, sunset, successor } : undefined;
  return { stability: described['x-stability'], deprecation };
}
