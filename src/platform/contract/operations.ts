// A contract as the service knows it: its operations, with the schemas that were made of them, and
// what API keys are for.

import type { RouteDescription, RouteSchema, RouteSchemas } from '../schema/route-schemas.ts';

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

export interface Operation extends RouteDescription {
  readonly operationId: string;
  /**
   * What log, metrics and usage call the operation: `listThings` of v1, `v2.listThings` of v2. The
   * first major version has no prefix, so that no figure is renamed when the second one comes.
   */
  readonly qualifiedId: string;
  /** The whole path, with parameters in braces. */
  readonly route: string;
  /** The schemas that Fastify compiles. */
  readonly schema: RouteSchema;
  /** The scopes that a key without a list of scopes lacks. */
  readonly explicitScopes: readonly string[];
}

/**
 * What usage and metrics call the operation of a request that has none: at an unknown path, with
 * an unknown method, or outside of the contracts.
 */
export const NO_OPERATION = 'none';

/** @param schemas what generation has made of the same contract */
export function readContract(document: ContractDocument, schemas: RouteSchemas): Contract {
  const basePath = document.servers[0]?.url ?? '';
  const scheme = document.components?.securitySchemes?.apiKey;
  const version = basePath.slice(basePath.lastIndexOf('/') + 1);
  const explicit = scheme?.['x-explicit-scopes'] ?? [];
  const operations = Object.entries(schemas).map(([operationId, schema]) => ({
    ...schema.about,
    operationId,
    qualifiedId: version === 'v1' ? operationId : `${version}.${operationId}`,
    route: basePath + schema.about.path,
    schema,
    explicitScopes: schema.about.scopes.filter((scope) => explicit.includes(scope)),
  }));
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
    explicitScopes: explicit,
    operations,
    findOperation,
  };
}
