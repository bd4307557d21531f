// The contract kit: reads a contract and completes it, refuses what is not kept, compares two, and
// makes types and route schemas. It imports nothing that is generated: it makes all of that.

import type { Json } from './json.ts';

/** Lists what has changed between two contracts, and what each change means for clients. */
export { type Change, compareContracts } from './changes.ts';
/** `clientModule` makes the client of a contract, `argumentsOf` lists what its methods take. */
export { argumentsOf, clientModule } from './client.ts';
/** Gives a value of a request as a client takes it. */
export { clientValue } from './client-values.ts';
/** Reads a contract's files into one document, with what holds for all operations. */
export { type Complete, completeContract, type Describe } from './complete-contract.ts';
/** Says what is wrong with contracts, each in a line that begins with the place to edit. */
export { lint } from './lint.ts';
/**
 * `routeSchemas` makes what Fastify compiles for each operation, `routeSchemasModule` the module of
 * that.
 */
export { routeSchemas, routeSchemasModule } from './route-schemas.ts';
/** Finds what of a complete contract could not be served as it is written: no rules of style. */
export { unsupported } from './unsupported-parts.ts';

/** Makes the module with the types of every operation and schema. */
export async function typesModule(contract: Json): Promise<string> {
  // TypeScript takes longer to load than all else of the kit, and lint has no use for it.
  const types = await import('./types.ts');
  return types.typesModule(contract);
}

// What a complete contract says, for those who read it.

/** `isObject` tells an object from any other value, `asObject` gives an empty one instead. */
export { asObject, isObject, type Json } from './json.ts';
/**
 * `operationsOf` lists the operations of a document, `basePathOf` gives the path that they have in
 * common, and `schemasOf` the components that their schemas refer to. `divided` tells an
 * operation's errors from its successes, and `examplesOf` lists the examples of a body or a
 * parameter.
 */
export {
  basePathOf,
  type CodeSample,
  type Content,
  divided,
  type Example,
  examplesOf,
  type FoundOperation,
  type HeaderObject,
  type OperationObject,
  operationsOf,
  type ResponseObject,
  schemasOf,
} from './operations.ts';
/**
 * `applied` lists the schemas that apply to the same value, `isHidden` says whether a field is left
 * out in a direction, and `referredName` gives the name of the schema that one refers to. `listOf`
 * reads a list that may be missing.
 */
export {
  applied,
  type Direction,
  isHidden,
  listOf,
  referredName,
  type Schemas,
} from './schemas.ts';
/** `scopesOf` gives the scopes of a contract, `scopesOfOperation` those that an operation needs. */
export { scopesOf, scopesOfOperation } from './scopes.ts';
