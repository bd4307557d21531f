import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import type { Limits } from '../../src/limits/plans.ts';
import { createDatabase, temporaryFolder } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { ask, changeFile, root, startProcess } from '../support/scripts.ts';
import { GENERATORS, type Generator } from './generators.ts';

/*
 * What public generators make of the published contract compiles, and works against the service.
 * The drivers in `sdks/` use it; each generator's own habits stay there.
 */

interface Published {
  readonly servers: readonly { readonly url: string }[];
}

const modules = join(root, 'node_modules');
/** No generator says how it is used, or looks for newer versions. */
const settings = {
  // They write plain lines.
  CI: 'true',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** JavaScript's numbers hold only the second of these. */
const EXACT_CATEGORY = '9007199254740993';
const ROUNDED_CATEGORY = 9007199254740992;

const NAMES = ['Ada', 'Bob', 'Cid', 'Dot'];
const EVE = { name: 'Eve', categoryId: 7, status: 'sold' };

t.test('clients that public generators make from the published contract', async (t) => {
  const { origin, baseUrl, database } = await startStore(t);
  const cwd = await generateClients(t, origin);
  const keyOf = async (limits: Limits) => {
    const customer = { name: 'A customer', plan: 'enterprise', limits } as const;
    return (await createKey(database.client, customer)).key;
  };

  for (const generator of Object.keys(GENERATORS)) {
    t.test(`${generator} creates, lists, filters, follows pages, and reads errors`, async (t) => {
      await database.client.pet.deleteMany();
      const key = await keyOf({ perMinute: 1_000, perDay: 1_000 });
      const slowKey = await keyOf({ perMinute: 1, perDay: 10 });
      const petId = await createExactPet(baseUrl, key);
      const args = ['built/journey.js', generator, baseUrl, key, slowKey, petId];
      const { code, stdout, stderr } = await run(t, cwd, ...args);
      t.same({ code, stderr }, { code: 0, stderr: '' });
      const seen = JSON.parse(stdout);
      t.match(seen, {
        created: NAMES.map((name) => ({ name, categoryId: 7, status: 'available' })),
        repeated: [EVE, EVE],
        filtered: [EVE],
        pages: [
          ['Big', 'Ada'],
          ['Bob', 'Cid'],
          ['Dot', 'Eve'],
        ],
        found: { name: 'Big', categoryId: ROUNDED_CATEGORY },
        invalid: { error: { status: 400, code: 'invalid_body', message: /^name must have/ } },
        anonymous: { error: { status: 401, code: 'api_key_invalid' } },
        missing: {
          error: { status: 404, code: 'pet_not_found', message: 'No animal has the id 0.' },
        },
        limited: [
          { body: [{ name: 'Big' }] },
          { error: { status: 429, code: 'rate_limit_exceeded' } },
        ],
      });
      t.equal(seen.repeated[0].id, seen.repeated[1].id, 'the same key adds one animal');
      t.equal(seen.filtered.length, 1);
      t.ok(seen.limited[1].retryAfterSeconds >= 1, 'Retry-After says how long to wait');
    });
  }
});

/** The built service, and what its published contract says about where it is. */
async function startStore(t: Test) {
  const url = await createDatabase(t);
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const { origin } = await startServer(t, { DATABASE_URL: url });
  const { servers } = (await (await ask(`${origin}/openapi.json`)).json()) as Published;
  return { database, origin, baseUrl: `${origin}${servers[0]?.url}` };
}

/** @returns a folder with the compiled drivers and clients */
async function generateClients(t: Test, origin: string) {
  const cwd = await temporaryFolder(t);
  await cp(join(root, 'test/sdks'), cwd, { recursive: true });
  await cp(join(cwd, 'commonjs'), join(cwd, 'built/commonjs'), { recursive: true });
  await symlink(modules, join(cwd, 'node_modules'));
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(join(cwd, 'openapi.json'), await (await ask(`${origin}/openapi.json`)).text());
  const generators = Object.entries(GENERATORS);
  await Promise.all(generators.map(([name, generator]) => generate(t, cwd, name, generator)));
  // Its author lets the compiler skip the code.
  await changeFile(join(cwd, 'generated/swagger-typescript-api.ts'), '// @ts-nocheck\n', '');
  const compiled = await run(t, cwd, join(modules, 'typescript/bin/tsc'), '--project', '.');
  t.same(compiled, { code: 0, stdout: '', stderr: '' }, 'all of it compiles, strictly');
  return cwd;
}

async function generate(t: Test, cwd: string, name: string, { script, args, says }: Generator) {
  const command = [join(modules, script), ...args.split(' ')];
  const { code, stdout, stderr } = await run(t, cwd, ...command);
  t.equal(code, 0, `${name} generates`);
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`).split(/\s*\n\s*/);
  const written = lines.filter((line) => line !== '');
  const known = written.map((line) => says.find((beginning) => line.startsWith(beginning)) ?? line);
  t.same(known.sort(), [...says].sort(), `${name} warns of nothing`);
}

function run(t: Test, cwd: string, ...args: string[]) {
  return startProcess(t, [process.execPath, ...args], { cwd, settings }).ended;
}

/** Adds an animal of a category that is exact in the store. @returns its id */
async function createExactPet(baseUrl: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = `{"name":"Big","categoryId":${EXACT_CATEGORY}}`;
  const response = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body });
  const [, id = ''] = /"id":(\d+)/.exec(await response.text()) ?? [];
  return id;
}
