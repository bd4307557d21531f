// What a schema of the contract means: how a value of it is checked, read and written.

export { type Context, createCompiler } from './compile.ts';
export { withDefault } from './composites.ts';
export { isExactInDouble, readLiteral } from './literals.ts';
export type { Source } from './numbers.ts';
export { readValue } from './read.ts';
export { SchemaError } from './schema-error.ts';
export { createShapes } from './shapes.ts';
export { createRun, sentence, shownName } from './violations.ts';
export { writeValue } from './write.ts';
