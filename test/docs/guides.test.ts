import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import packageJson from '#package' with { type: 'json' };
import { openStore, stopClock } from '../helper.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';
import {
  blocksIn,
  blocksOf,
  generateClient,
  publishedGuides,
  runBlock,
  typeErrors,
} from './guide-programs.ts';

// Every command and program in the guides does what they say, against the real service.

const isComplete = ['curl', 'python3', 'uuidgen'].every((name) => hasCommand(name));
const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl, python3 or uuidgen here';

/** Beyond what a double can hold. */
const HUGE = 9_007_199_254_740_993n;

t.test('tests know every command and program of the guides', async (t) => {
  const { app } = await openStore(t);
  const notRun = ['http', 'json'];
  const blocks = blocksOf(await publishedGuides(app));
  const programs = blocks.filter(({ language }) => !notRun.includes(language));
  t.strictSame(
    programs.map(({ guide, language }) => `${guide}: ${language}`),
    [
      // first-steps.test.ts
      ...['First steps: sh', 'First steps: sh', 'First steps: ts', 'First steps: python'],
      ...['First steps: ts', 'First steps: python', 'Rate limits: ts', 'Rate limits: python'],
      ...['Idempotent requests: sh', '64-bit integers: js', 'Using a generated client: sh'],
      'Using a generated client: js',
      ...['Using a generated client: ts', 'Using a generated client: ts'],
      // pages-in-browsers.test.ts
      ...['Browsers: js', 'Browsers: js'],
      // first-steps.test.ts
      ...['Leaving getPet: sh', 'Leaving getPet: ts', 'Leaving getPet: python'],
    ],
  );
});

t.test('every program in TypeScript compiles, and is saved under a name of its own', async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const guides = await publishedGuides(app);
  const folder = await generateClient(t, guides, { BASE_URL: `${origin}/v1` });
  const programs = blocksOf(guides).filter(({ file }) => file !== undefined);
  const names = programs.map(({ file = '' }) => file);
  t.equal(new Set(names).size, names.length);
  t.ok(names.length > 10);
  const compiled = programs.filter(({ language }) => language === 'ts');
  const files = compiled.map(async ({ file = '', code }) => {
    await writeFile(join(folder, file), code);
    return file;
  });
  t.equal(await typeErrors(t, folder, await Promise.all(files)), '');
});

t.test('the page shows every command and program as it runs, and the picture', async (t) => {
  const { app } = await openStore(t);
  const { payload } = await app.inject('/docs');
  const shown = [...payload.matchAll(/<pre\b[^>]*>(.*?)<\/pre>/gs)].map(([, html = '']) =>
    html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/&(?:#(?:x([\da-f]+)|(\d+))|(\w+));/gi, (_entity, hex, decimal, name) =>
        name
          ? ENTITIES[name as keyof typeof ENTITIES]
          : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
      .trim(),
  );
  const blocks = blocksOf(await publishedGuides(app));
  for (const { guide, code } of blocks) t.ok(shown.includes(code.trim()), `${guide}:\n${code}`);
  const [, address = '', words] =
    /<img src="\.([^"]*rate-limit-windows[^"]*)" alt="([^"]+)"/.exec(payload) ?? [];
  t.match(words, /minute window/);
  t.match((await app.inject(address)).headers, { 'content-type': 'image/svg+xml' });
});

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

t.test('the guides name the packages that the programs were tried with', async (t) => {
  const guides = await publishedGuides((await openStore(t)).app);
  const [install] = blocksIn(guides, 'Using a generated client', 'sh');
  const [, ...names] = /^npm install (.*)/.exec(install?.code ?? '')?.[1]?.split(' ') ?? [];
  const { dependencies, devDependencies } = packageJson;
  const versions: Record<string, string> = { ...dependencies, ...devDependencies };
  for (const name of names) {
    const [, bare = '', major] = /^(.+?)(?:@(\d+))?$/.exec(name) ?? [];
    t.match(versions[bare], new RegExp(`^${major ?? ''}`), name);
  }
});

t.test('64-bit integers pass through JavaScript exactly', async (t) => {
  const guides = await publishedGuides((await openStore(t)).app);
  const [program] = blocksIn(guides, '64-bit integers', 'js');
  const command = [process.execPath, '--input-type=module', '--eval', program?.code ?? ''];
  const { stdout } = await startProcess(t, command, {}).ended;
  t.equal(stdout, '9007199254740993n\n{"name":"Rex","categoryId":9007199254740993}\n');
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
  const [create] = blocksIn(await publishedGuides(app), 'Idempotent requests', 'sh');
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

  const guides = await publishedGuides(app);
  const folder = await generateClient(t, guides, settings);
  const [, program] = blocksIn(guides, 'Using a generated client', 'ts');
  const run = { settings, pass: moveClock, folder };
  const { stdout, stderr } = await runBlock(t, program, run);
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

t.test('without getPet, a list has animals by status, and a search by id', { skip }, async (t) => {
  const { app, database, key } = await openStore(t);
  const guides = await publishedGuides(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: key };
  const pets = Array.from({ length: 250 }, (_, i) => ({
    id: HUGE + BigInt(i) * 2n,
    name: `Pet ${i}`,
    categoryId: 7n,
    status: i % 2 === 0 ? ('sold' as const) : ('pending' as const),
  }));
  await database.client.pet.createMany({ data: pets });
  const [list] = blocksIn(guides, 'Leaving getPet', 'sh');
  const shell = startProcess(t, ['bash', '-c', list?.code ?? ''], { settings });
  const listed = (await shell.ended).stdout;
  t.match(listed, /^HTTP\/1\.1 200 /);
  t.equal(listed.match(/"status":"sold"/g)?.length, 100);

  const last = `${HUGE + 498n}`;
  const found = {
    ts: `{ id: ${last}n, name: 'Pet 249', categoryId: 7n, status: 'pending' }`,
    python: `{"id": ${last}, "name": "Pet 249", "categoryId": 7, "status": "pending"}`,
  };
  for (const [language, animal] of Object.entries(found)) {
    const [program] = blocksIn(guides, 'Leaving getPet', language);
    const search = async (...args: string[]) =>
      (await runBlock(t, program, { settings, pass: () => {}, args })).stdout
        .map((line) => line.trim())
        .join(' ');
    t.equal(await search(last), animal);
    t.equal(await search(last, 'pending'), animal);
    t.equal(await search(last, 'sold'), 'null');
    t.equal(await search(`${HUGE + 1n}`), 'null');
  }
});

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
