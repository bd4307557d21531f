// The module with the schemas of routes has what the contract says, whatever its words are.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import {
  asObject,
  completeContract,
  follow,
  type Json,
  modelOf,
  routeSchemas,
  routeSchemasModule,
} from '../../../scripts/contract/index.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { LIBRARY, OPERATIONS } from './library.ts';

t.test('a value or a field is not taken for a constant of the module', async (t) => {
  const { document } = await completeContract(join(LIBRARY, OPERATIONS));
  const schemas = asObject(asObject(document.components).schemas);
  asObject(schemas.BookState).enum = ['no_headers', 'Retry_After_headers'];
  asObject(asObject(schemas.NewBook).properties).custom_headers = { type: 'boolean' };
  const made = await expectSame(t, document);
  t.match(JSON.stringify(made), /"no_headers".*"custom_headers":/);
});

t.test('a header can have any name', async (t) => {
  const { document } = await completeContract(join(LIBRARY, OPERATIONS));
  const names = ['1.a', '1-a', '1+a'];
  for (const [index, { responses }] of modelOf(document).operations.entries()) {
    const success = asObject(follow(document, responses[0]?.keys ?? []));
    success.headers = { [names[index % names.length] ?? '']: { schema: { type: 'string' } } };
  }
  await expectSame(t, document);
});

async function expectSame(t: Test, document: Json) {
  const file = join(await temporaryFolder(t), 'route-schemas.ts');
  await writeFile(file, routeSchemasModule(modelOf(document), '..'));
  const module = await import(file);
  t.strictSame(module.routeSchemas, routeSchemas(modelOf(document)));
  return module.routeSchemas;
}
