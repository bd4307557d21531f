// The contract kit: reads and completes a contract, lints it, compares two contracts, and generates
// the client, types and route schemas. It does not import from generated/, which it makes.

import type { Json } from './json.ts';

/** Lists every rule that can rate a change. */
export { changeRules } from './change-rules.ts';
/** `clientModule` makes the client of a contract, `argumentsOf` lists what its methods take. */
export { argumentsOf, clientModule } from './client.ts';
/** Converts a value of a request for the client. */
export { clientValue } from './client-values.ts';
/** `codeOf` writes data as code, in which each `Code` stands for a value. */
export { Code, codeOf } from './code.ts';
/** Joins the files of a contract: its operations, and the overlays that it lists. */
export { type CompleteOptions, completeContract, type Describe } from './complete-contract.ts';
/** Compares a contract with the release before, and says what it needs to pass. */
export { type GateResult, passGate } from './gate.ts';
/** Finds the errors of contracts, each as a line that begins with the place to edit. */
export { type LintOptions, lint } from './lint.ts';
/** `routeSchemas` makes the schemas that Fastify compiles, `routeSchemasModule` their module. */
export { routeSchemas, routeSchemasModule } from './route-schemas.ts';
/** Makes a tool for agents of each operation. */
export { toolsOf } from './tools.ts';
/** Finds the parts of a complete contract that could not be served as they are written. */
export { unsupported } from './unsupported-parts.ts';

/** Makes the module with the types of every operation and schema. */
export async function typesModule(contract: Json): Promise<string> {
  // Loaded late: TypeScript takes longer to load than the rest of the kit, and lint needs none.
  const types = await import('./types.ts');
  return types.typesModule(contract);
}

// Functions to read a complete contract.

/** `asObject` returns an empty object for any value that is not an object. */
export { asObject, isObject, type Json } from './json.ts';
/**
 * `operationsOf` lists the operations of a document, `basePathOf` returns the path of the base
 * address, and `schemasOf` the components that schemas refer to. `responsesOf` separates the
 * successes and errors of an operation, and `examplesOf` lists the examples of a body or a
 * parameter.
 */
export {
  basePathOf,
  type CodeSample,
  type Content,
  type Example,
  examplesOf,
  type FoundOperation,
  type HeaderObject,
  type OperationObject,
  operationsOf,
  type ResponseObject,
  responsesOf,
  schemasOf,
} from './operations.ts';
/**
 * `applyingSchemas` lists the schemas that apply to the same value, `isHidden` tells whether a
 * field is left out in a direction, and `referredName` returns the name of the component that a
 * schema refers to. `listOf` returns an empty list for any value that is not a list.
 */
export {
  applyingSchemas,
  type Direction,
  isHidden,
  listOf,
  referredName,
  type Schemas,
} from './schemas.ts';
/**
 * `scopesOf` returns the scopes of a contract, `explicitScopesOf` those that no key has unless they
 * are listed, `scopesOfOperation` the scopes of an operation.
 */
export { explicitScopesOf, scopesOf, scopesOfOperation } from './scopes.ts';
