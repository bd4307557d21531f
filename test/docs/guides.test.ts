import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore, stopClock } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { hasCommand, root, startProcess } from '../support/scripts.ts';
import { type Block, blocksOf, publishedGuides, runProgram } from './guide-programs.ts';

// Every command and program in the guides does what they say, against the real service.

const isComplete = ['curl', 'python3', 'uuidgen'].every(hasCommand);
const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl, python3 or uuidgen here';

/** Beyond what a double can hold. */
const HUGE = 9_007_199_254_740_993n;
const TYPESCRIPT = join(root, 'node_modules/typescript/bin/tsc');

t.test('tests know every command and program of the guides', async (t) => {
  const { app } = await openStore(t);
  const notRun = ['http', 'json'];
  const blocks = blocksOf(await publishedGuides(app));
  const programs = blocks.filter(({ language }) => !notRun.includes(language));
  t.strictSame(
    programs.map(({ guide, language }) => `${guide}: ${language}`),
    [
      // first-steps.test.ts
      ...['First steps: sh', 'First steps: sh', 'First steps: js'],
      'Idempotent requests: sh',
      ...['Using a generated client: js', 'Using a generated client: ts'],
      // pages-in-browsers.test.ts
      ...['Browsers: js', 'Browsers: js'],
      ...['Leaving getPet: sh', 'Leaving getPet: python'],
    ],
  );
});

t.test('the guides write the base address in one form, which can be replaced', async (t) => {
  const { app } = await openStore(t);
  const addresses = (await publishedGuides(app)).match(/\S*(?:127\.0\.0\.1|localhost)[^\s`]*/g);
  t.strictSame(
    [...new Set(addresses?.map((address) => address.replace(/^.*(?=http)/, '')))],
    ['http://127.0.0.1:3000/v1'],
  );
});

t.test('a create whose response gets lost adds one animal', { skip }, async (t) => {
  const { app, database, key } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const network = await losePostResponse(t, origin);
  const [create] = await blocksIn(app, 'Idempotent requests', 'sh');
  const settings = { BASE_URL: `${network.origin}/v1`, API_KEY: key };
  const { stdout } = await startProcess(t, ['bash', '-c', create?.code ?? ''], { settings }).ended;
  t.match(stdout, /^HTTP\/1\.1 201 .*\{"id":1,"name":"Rex","categoryId":7,/s);
  t.equal(network.lost(), 1);
  t.equal(await database.client.pet.count(), 1);
});

t.test('the generated client is exact, reads all pages, and retries', { skip }, async (t) => {
  const { app, database, createKey } = await openStore(t);
  const moveClock = stopClock(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 3, perDay: 1_000 } });
  const network = await losePostResponse(t, origin);
  const settings = { BASE_URL: `${network.origin}/v1`, API_KEY: key };
  const status = 'available' as const;
  const others = Array.from({ length: 250 }, (_, i) => ({
    id: HUGE + BigInt(i),
    name: `Pet ${i}`,
    categoryId: -HUGE,
    status,
  }));
  await database.client.pet.createMany({ data: others });

  const folder = await temporaryFolder(t);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const [generate] = await blocksIn(app, 'Using a generated client', 'js');
  const [program] = await blocksIn(app, 'Using a generated client', 'ts');
  const save = (name: string, block: Block | undefined) =>
    writeFile(join(folder, name), block?.code ?? '');
  await Promise.all([save('generate.mjs', generate), save('pets.mts', program)]);
  const node = (...args: string[]) =>
    startProcess(t, [process.execPath, ...args], { cwd: folder, settings }).ended;
  t.match(await node('generate.mjs'), { code: 0 });
  t.same(await node(TYPESCRIPT, ...COMPILER_OPTIONS, 'pets.mts'), {
    code: 0,
    stdout: '',
    stderr: '',
  });

  const file = join(folder, 'pets.mts');
  const { stdout, stderr } = await runProgram(t, file, settings, moveClock);
  const pets = await database.client.pet.findMany({ orderBy: { id: 'asc' } });
  t.equal(pets.length, 251, 'one was added');
  const added = pets.find(({ name }) => name === 'Rex');
  t.equal(added?.categoryId, HUGE);
  t.strictSame(stdout, [
    `Added ${added?.id}`,
    ...pets.map(({ id, name, categoryId }) => `${id} ${name} ${categoryId}`),
  ]);
  t.equal(network.lost(), 1);
  t.equal(stderr.shift(), 'no response: waiting for 1 seconds');
  t.equal(stderr.length, 1, 'two creates and three pages, at three a minute');
  t.match(stderr[0], /^429: waiting for \d+ seconds$/);
});

const COMPILER_OPTIONS = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions'],
  ...['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'],
  ...['--module', 'nodenext', '--types', 'node'],
];

t.test('without getPet, a list has animals by status, and a search by id', { skip }, async (t) => {
  const { app, database, key } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: key };
  const pets = Array.from({ length: 250 }, (_, i) => ({
    id: HUGE + BigInt(i) * 2n,
    name: `Pet ${i}`,
    categoryId: 7n,
    status: i % 2 === 0 ? ('sold' as const) : ('pending' as const),
  }));
  await database.client.pet.createMany({ data: pets });
  const run = async (...command: string[]) =>
    (await startProcess(t, command, { settings }).ended).stdout.trim();

  const [list] = await blocksIn(app, 'Leaving getPet', 'sh');
  const listed = await run('bash', '-c', list?.code ?? '');
  t.match(listed, /^HTTP\/1\.1 200 /);
  t.equal(listed.match(/"status":"sold"/g)?.length, 100);

  const [program] = await blocksIn(app, 'Leaving getPet', 'python');
  const search = (...args: string[]) => run('python3', '-c', program?.code ?? '', ...args);
  const last = `${HUGE + 498n}`;
  const found = `{"id": ${last}, "name": "Pet 249", "categoryId": 7, "status": "pending"}`;
  t.equal(await search(last), found);
  t.equal(await search(last, 'pending'), found);
  t.equal(await search(last, 'sold'), 'null');
  t.equal(await search(`${HUGE + 1n}`), 'null');
});

async function blocksIn(
  app: Parameters<typeof publishedGuides>[0],
  title: string,
  wanted: string,
): Promise<Block[]> {
  const blocks = blocksOf(await publishedGuides(app));
  return blocks.filter(({ guide, language }) => guide === title && language === wanted);
}

/** A network in front of the service that loses the first response to a POST. */
async function losePostResponse(t: Test, target: string) {
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      if (method === 'POST' && lost === 0) {
        lost += 1;
        incoming.socket.destroy();
        response.resume();
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, lost: () => lost };
}
