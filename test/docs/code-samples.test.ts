import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { addCodeSamples, type CodeSample } from '../../scripts/generate/code-samples.ts';
import { openStore, type Store } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { hasCommand, root, startProcess } from '../support/scripts.ts';

// The code samples beside each operation run unchanged.

const isComplete = hasCommand('curl') && hasCommand('python3');
const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl or no python3 here to run them';

interface SampledOperation {
  readonly operationId: string;
  readonly responses: object;
  readonly 'x-codeSamples': readonly CodeSample[];
}

const PET = { name: 'Tweety', categoryId: 9n, status: 'available' } as const;

t.test('the samples of every operation get its success status', { skip }, async (t) => {
  const store = await openStore(t);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const pets = Array.from({ length: 42 }, () => PET);
  await store.database.client.pet.createMany({ data: pets });

  const document = (await store.app.inject('/openapi.json')).json();
  const paths = Object.values(document.paths as Record<string, Record<string, SampledOperation>>);
  const operations = paths.flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const labels = operation['x-codeSamples'].map(({ label }) => label);
    t.strictSame(labels, ['curl', 'TypeScript', 'Python']);
  }
  const expected = operations.flatMap(({ responses, 'x-codeSamples': samples }) => {
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    return samples.map(() => success);
  });
  const samples = operations.flatMap((operation) => operation['x-codeSamples']);
  t.strictSame(await statuses(t, store, origin, samples), expected);
  t.equal(await store.database.client.pet.count(), 45, 'each that adds one has its own key');
});

t.test('a sample sends its example exactly, whatever the characters', { skip }, async (t) => {
  const store = await openStore(t);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const name = `It's "$HOME" \`id\` \\n {x} 100% é 🐶 \${1}`;
  const example = { name, categoryId: 7 };
  const content = { 'application/json': { example } };
  const key = { name: 'Idempotency-Key', in: 'header', example: name.replace(/[^!-~]/g, '') };
  const post = { parameters: [key], requestBody: { content }, responses: {} };
  addCodeSamples({ paths: { '/pets': { post } } });

  // They have just been added.
  const { 'x-codeSamples': samples } = post as unknown as SampledOperation;
  t.strictSame(await statuses(t, store, origin, samples), ['201', '201', '201']);
  const pets = await store.database.client.pet.findMany();
  t.strictSame(
    pets.map((pet) => pet.name),
    [name, name, name],
  );
});

/** Runs samples one after the other. Returns the status that each of them prints. */
async function statuses(t: Test, store: Store, origin: string, samples: readonly CodeSample[]) {
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: store.key };
  const programOf = await compile(t, samples);
  const shown: (string | undefined)[] = [];
  for (const [i, { label, source }] of samples.entries()) {
    const command = {
      curl: ['bash', '-c', source],
      Python: ['python3', '-c', source],
      TypeScript: [process.execPath, programOf(i)],
    }[label];
    const { code, stdout, stderr } = await startProcess(t, command ?? [], { settings }).ended;
    t.equal(code, 0, code === 0 ? `${label} runs` : stderr);
    shown.push(/^(?:HTTP\/1\.1 )?(\d{3}) /.exec(stdout)?.[1]);
  }
  return shown;
}

/** Compiles the samples in TypeScript. Returns a function that finds the program of a sample by its index. */
async function compile(t: Test, samples: readonly CodeSample[]): Promise<(i: number) => string> {
  const folder = await temporaryFolder(t);
  const sources = [...samples.entries()].filter(([, { lang }]) => lang === 'TypeScript');
  await Promise.all(sources.map(([i, { source }]) => writeFile(join(folder, `${i}.mts`), source)));
  const names = sources.map(([i]) => `${i}.mts`);
  const { stdout } = await startProcess(t, [...COMPILER, ...names], { cwd: folder }).ended;
  t.equal(stdout, '', 'the samples in TypeScript compile');
  return (i) => join(folder, `${i}.mjs`);
}

const COMPILER = [
  ...[process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '--strict'],
  ...['--target', 'es2023', '--module', 'nodenext', '--types', 'node'],
  ...['--typeRoots', join(root, 'node_modules/@types')],
];
