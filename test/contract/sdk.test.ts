import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import type { Limits } from '../../src/limits/plans.ts';
import { createDatabase, temporaryFolder } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { ask, root, startProcess } from '../support/scripts.ts';

/*
 * What public generators make of the published contract compiles, and works against the service.
 * The drivers in `sdks/` use it; each generator's own habits stay there.
 */

interface Published {
  readonly servers: readonly { readonly url: string }[];
}

const modules = join(root, 'node_modules');
/** No generator says how it is used, or looks for newer versions. */
const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const GENERATORS: Record<string, string[]> = {
  'openapi-fetch': [
    ...['openapi-typescript/bin/cli.js', 'openapi.json'],
    ...['--output', 'generated/openapi-typescript.ts'],
  ],
  'hey-api': [
    ...['@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json'],
    ...['--output', 'generated/hey-api', '--no-log-file'],
  ],
  redocly: [
    ...['@redocly/cli/bin/cli.js', 'generate-client', 'openapi.json'],
    ...['--output', 'generated/redocly.ts', '--error-mode', 'result'],
  ],
};

/** JavaScript's numbers hold only the second of these. */
const EXACT_CATEGORY = '9007199254740993';
const ROUNDED_CATEGORY = 9007199254740992;

const NAMES = ['Ada', 'Bob', 'Cid', 'Dot', 'Eve'];

t.test('clients that public generators make from the published contract', async (t) => {
  const { origin, baseUrl, database } = await startStore(t);
  const cwd = await generateClients(t, origin);
  const keyOf = async (limits: Limits) => {
    const customer = { name: 'A customer', plan: 'enterprise', limits } as const;
    return (await createKey(database.client, customer)).key;
  };

  for (const generator of Object.keys(GENERATORS)) {
    t.test(`${generator} creates, lists, follows pages, and reads errors`, async (t) => {
      await database.client.pet.deleteMany();
      const key = await keyOf({ perMinute: 1_000, perDay: 1_000 });
      const slowKey = await keyOf({ perMinute: 1, perDay: 10 });
      const petId = await createExactPet(baseUrl, key);
      const args = ['built/journey.js', generator, baseUrl, key, slowKey, petId];
      const { code, stdout, stderr } = await run(t, cwd, ...args);
      t.same({ code, stderr }, { code: 0, stderr: '' });
      t.match(JSON.parse(stdout), {
        created: NAMES,
        pages: [
          ['Big', 'Ada'],
          ['Bob', 'Cid'],
          ['Dot', 'Eve'],
        ],
        found: { name: 'Big', categoryId: ROUNDED_CATEGORY },
        invalid: { refusal: { status: 400, code: 'invalid_body', message: /^name must have/ } },
        stranger: { refusal: { status: 401, code: 'api_key_invalid' } },
        missing: {
          refusal: { status: 404, code: 'pet_not_found', message: 'No animal has the id 0.' },
        },
        limited: [
          false,
          {
            refusal: { status: 429, code: 'rate_limit_exceeded' },
            retryAfterSeconds: Number,
          },
        ],
      });
    });
  }
});

/** The built service, and what its published contract says about where it is. */
async function startStore(t: Test) {
  const url = await createDatabase(t);
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  const { origin } = await startServer(t, { DATABASE_URL: url });
  const { servers } = (await (await ask(`${origin}/openapi.json`)).json()) as Published;
  return { database, origin, baseUrl: `${origin}${servers[0]?.url}` };
}

/** @returns a folder with the compiled drivers and clients */
async function generateClients(t: Test, origin: string) {
  const cwd = await temporaryFolder(t);
  await cp(join(root, 'test/sdks'), cwd, { recursive: true });
  await symlink(modules, join(cwd, 'node_modules'));
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(join(cwd, 'openapi.json'), await (await ask(`${origin}/openapi.json`)).text());
  for (const [generator, [script = '', ...args]] of Object.entries(GENERATORS)) {
    const generated = await run(t, cwd, join(modules, script), ...args);
    t.match(generated, { code: 0 }, `${generator} generates`);
  }
  const compiled = await run(t, cwd, join(modules, 'typescript/bin/tsc'), '--project', '.');
  t.same(compiled, { code: 0, stdout: '', stderr: '' }, 'all of it compiles, strictly');
  return cwd;
}

function run(t: Test, cwd: string, ...args: string[]) {
  return startProcess(t, [process.execPath, ...args], { cwd, settings }).ended;
}

/** Adds an animal of a category that is exact in the store. @returns its id */
async function createExactPet(baseUrl: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = `{"name":"Big","categoryId":${EXACT_CATEGORY}}`;
  const answer = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body });
  const [, id = ''] = /"id":(\d+)/.exec(await answer.text()) ?? [];
  return id;
}
