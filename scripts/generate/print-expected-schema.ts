// Prints the module of `expected-schema.ts` for the models of the last migration. A process of its own, which
// can be told not to warn that Node's support of the schema engine's WebAssembly is experimental.

import { readFile } from 'node:fs/promises';
import { expectedSchemaModule } from './expected-schema.ts';
import { MIGRATED_MODELS } from './sources.ts';

const models = await readFile(MIGRATED_MODELS, 'utf8').catch(() => '');
process.stdout.write(await expectedSchemaModule(models));
