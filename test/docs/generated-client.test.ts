import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import packageJson from '#package' with { type: 'json' };
import { BLOCKS, blockOf, folder, openNetwork, run, runBlock } from './guide-programs.ts';

// A client that is generated from the published contract, as the guide says, compiles at its strictest and calls.

const GUIDE = 'Using a generated client';
/** Beyond what a double can hold. */
const HUGE = 9_007_199_254_740_993n;

/** Every operation on animals, and an error, with the client of the guide. */
const JOURNEY = `
import { parse, parseNumberAndBigInt } from 'lossless-json';
import type { components } from './animal-store.d.ts';
import { client } from './client.mts';

type Pet = components['schemas']['Pet'];
// Its response is lost, and a second request would add a second animal.
const body = { name: 'Rex', categoryId: 7n };
const lost = await client.POST('/pets', { params: {}, body }).catch((error: Error) => error.name);
const key: string = crypto.randomUUID();
const create = {
  params: { header: { 'Idempotency-Key': key } },
  body: { name: 'Rex', categoryId: ${HUGE}n },
  parseAs: 'text',
} as const;
const { data: created = '' } = await client.POST('/pets', create);
const { data: again } = await client.POST('/pets', create);
const pet = parse(created, null, parseNumberAndBigInt) as Pet;
const id: bigint = pet.id;
const path = { petId: id };
const { data: got } = await client.GET('/pets/{petId}', { params: { path }, parseAs: 'text' });
const { error, response } = await client.GET('/pets/{petId}', { params: { path: { petId: 0n } } });
const code: string | undefined = error?.code;
// @ts-expect-error A double cannot hold every id.
await client.POST('/pets', { params: {}, body: { name: 'Rex', categoryId: 7 } });
// @ts-expect-error No operation has this path.
await client.GET('/nothing');
console.log(lost, created === again && created === got, pet.categoryId, response.status, code);
`;

t.test('the generated client compiles, is exact, reads all pages, and retries', async (t) => {
  const { settings, database, isLost } = await openNetwork(t, { perMinute: 8, isLossy: true });
  await database.client.pet.createMany({
    data: Array.from({ length: 250 }, (_, i) => {
      return { id: HUGE + BigInt(i), name: `Pet ${i}`, categoryId: -HUGE, status: 'sold' };
    }),
  });
  await runBlock(blockOf(GUIDE, 'js'), settings);
  const programs = BLOCKS.filter(({ language, file }) => language === 'ts' && file !== '');
  const files = [...programs, { file: 'journey.mts', code: JOURNEY }];
  for (const { file, code } of files) await writeFile(join(folder, file), code);
  const options = [
    ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions'],
    ...['--target', 'es2023', '--module', 'nodenext', '--types', 'node'],
  ];
  const tsc = ['node', 'node_modules/typescript/bin/tsc', ...options];
  const compiled = await run([...tsc, ...files.map(({ file }) => file)]).catch((error) => error);
  t.equal(compiled.stdout, '');

  const { stdout, stderr } = await runBlock(blockOf(GUIDE, 'ts', 1), settings);
  const pets = await database.client.pet.findMany({ orderBy: { id: 'asc' } });
  t.equal(pets.length, 251, 'one was added');
  const lines = pets.map(({ id, name, categoryId }) => `${id} ${name} ${categoryId}`);
  const added = pets.find(({ name }) => name === 'Rex');
  t.strictSame(stdout, [`Added ${added?.id}`, ...lines]);
  t.ok(isLost());
  t.strictSame(stderr, ['no response: waiting for 1 seconds']);

  const journey = await run(['node', 'journey.mts'], settings);
  t.equal(journey.stdout, `TypeError true ${HUGE}n 404 pet_not_found\n`);
  t.equal(await database.client.pet.count(), 254, 'each was added once, also one without a key');
  t.match(journey.stderr, /^429: waiting for \d+ seconds$/m);
});

t.test('the guide names the packages that the client was tried with', async (t) => {
  const { dependencies, devDependencies } = packageJson;
  const versions: Record<string, string> = { ...dependencies, ...devDependencies };
  const [, names = ''] = /^npm install (.*)/.exec(blockOf(GUIDE, 'sh').code) ?? [];
  for (const name of names.split(' ')) {
    const [, bare = '', major = ''] = /^(.+?)(?:@(\d+))?$/.exec(name) ?? [];
    t.match(versions[bare], new RegExp(`^${major}`), name);
  }
});
