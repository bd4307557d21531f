// What an editor marks in the files that people edit, by the schema that they name.

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { parse } from 'yaml';
import { root } from '../../support/scripts.ts';
import { FEATURES, LIBRARY } from './library.ts';

const OPERATIONS = join(LIBRARY, 'openapi.yaml');
const OVERLAY = join(LIBRARY, 'every-operation.yaml');
/** The files of this project, which name the same schema. */
const OWN = [
  'openapi.yaml',
  'platform/account.yaml',
  'platform/every-operation.yaml',
  'platform/older-version.yaml',
].map((name) => join(root, 'openapi', name));

const schemas = await Promise.all([OPERATIONS, OVERLAY, ...OWN].map(schemaNamedIn));
// Editors do not know the formats and keywords of lint.
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, verbose: true });
const validate = ajv.compile(schemas[0] as object);

async function schemaNamedIn(file: string): Promise<unknown> {
  const [, path = ''] =
    /^# yaml-language-server: \$schema=(.*)/.exec(await readFile(file, 'utf8')) ?? [];
  return parse(await readFile(join(dirname(file), path), 'utf8'));
}

t.test('marks nothing in the contract, the overlay and a contract with all features', async (t) => {
  for (const schema of schemas) t.same(schema, schemas[0], 'all files name one schema');
  t.ok(ajv.validateSchema(schemas[0] as object), 'it is one by its own draft');
  for (const file of [OPERATIONS, OVERLAY, FEATURES, ...OWN]) {
    validate(parse(await readFile(file, 'utf8')));
    t.same(validate.errors, null, file);
  }
});

t.test('marks typical mistakes, with what to write', async (t) => {
  for (const [file, before, after, place, says] of [
    [
      OPERATIONS,
      'operationId: getBook',
      'operationID: getBook',
      '/paths/~1books~1{bookId}/get',
      '',
    ],
    [OPERATIONS, 'in: query', 'in: cookie', '/paths/~1books/get/parameters/2/in', 'Write `path`'],
    [OPERATIONS, 'version: 1.0.0', 'version: 1.0', '/info/version', 'three numbers'],
    [OVERLAY, 'update:', 'updates:', '/actions/0', ''],
  ] as const) {
    const text = (await readFile(file, 'utf8')).replace(before, after);
    t.notOk(validate(parse(text)), after);
    const errors = (validate.errors ?? []).filter((error) => error.instancePath === place);
    t.ok(errors.length > 0, `${after} is marked at ${place}`);
    const messages = errors.map(({ parentSchema }) => String(parentSchema?.errorMessage));
    t.ok(messages.join(' ').includes(says), `${after}: ${messages}`);
  }
});
