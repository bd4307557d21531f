// The contract kit: reads and completes a contract, lints it, compares two contracts, and generates
// the client, types and route schemas. It does not import from generated/, which it makes.

import type { Contract } from './model.ts';

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
export async function typesModule(contract: Contract): Promise<string> {
  // Loaded late: TypeScript takes longer to load than the rest of the kit, and lint needs none.
  const types = await import('./types.ts');
  return types.typesModule(contract);
}

/** Leaves in a schema what requests or responses have of it. */
export { inDirection } from './directed.ts';
/**
 * `asObject` returns an empty object for any value that is not an object, and `follow` the value that
 * keys lead to.
 */
export { asObject, follow, isObject, type Json } from './json.ts';
/** The keywords that bound how many of something a value has. */
export { COUNTS } from './keywords.ts';
/** The model of a contract, which all readers read. */
export {
  type Body,
  type Contract,
  type Deprecation,
  type Direction,
  type Example,
  type Header,
  KEYS,
  NAME,
  type Operation,
  type Parameter,
  type RequestBody,
  type Response,
  type Schema,
  type Tag,
} from './model.ts';
/** Marks the enums of responses, as completing a contract does. */
export { markEnums } from './open-enums.ts';
/** `modelOf` makes the model of a complete contract, `deprecationOf` says when a field ends. */
export { deprecationOf, modelOf } from './read-model.ts';
/**
 * `listOf` returns an empty list for any value that is not a list, and `typesOf` the types that a
 * schema allows.
 */
export { listOf, typesOf } from './schemas.ts';
