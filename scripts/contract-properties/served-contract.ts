import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import {
  type ContractDocument as BoundDocument,
  readContract,
} from '../../src/contract/operations.ts';
import type { Database } from '../../src/database/index.ts';
import type { Config } from '../../src/settings/index.ts';
import { automaticHandlers, type Expected } from './automatic-handlers.ts';
import { type ContractDocument, readOperations } from './document.ts';
import { assertServed, type Service } from './properties.ts';
import type { Request } from './requests.ts';

/*
 * The real application with any contract and automatic handlers.
 */

export interface Options {
  readonly config: Config;
  readonly database: Database;
  /** The API key of a customer without limits. */
  readonly key: string;
  /** The contract that is bound, if it is another than the one that is asserted. */
  readonly bound?: object;
}

/** @throws when the application does not start with this contract */
export async function openServed(
  document: object,
  { config, database, key, bound = document }: Options,
) {
  // Both read the same complete contract, each what it needs.
  const contract = document as ContractDocument & BoundDocument;
  const operations = readOperations(contract);
  const schemas = contract.components?.schemas ?? {};
  const expected: Expected = { meaning: undefined, reply: undefined, fault: undefined, calls: 0 };
  const handlers = automaticHandlers(operations, { schemas, direction: 'request' }, expected);
  const app = await buildApp(
    config,
    database,
    { write: () => true },
    {
      contract: readContract(bound as BoundDocument),
      // A handler gets what its operation says, which only the contract's own types know.
      createHandlers: () => handlers as never,
    },
  );
  const service: Service = { document: contract, expected, send: sender(app, key) };
  return {
    operations,
    assertServed: (
      operation: (typeof operations)[number],
      options: { numRuns: number; seed: number },
    ) => assertServed(operation, service, options),
    close: () => app.close(),
  };
}

function sender(app: FastifyInstance, ownKey: string) {
  return ({ key = ownKey, headers, ...request }: Request) =>
    app.inject({
      ...request,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
}
