import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import type { CodeSample } from '../../scripts/generate/code-samples.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';
import { generateClient, typeErrors } from './guide-programs.ts';

/** What the samples of an operation are called, in their order. */
export const LABELS = ['curl', 'TypeScript', 'TypeScript client', 'Python', 'Go'];

const isComplete =
  ['curl', 'python3'].every((name) => hasCommand(name)) && hasCommand('go', 'version');
/** Why samples cannot run on this machine. */
export const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl, python3 or go here to run them';

/** An operation as it is published. */
export interface SampledOperation {
  readonly operationId: string;
  readonly responses: object;
  readonly 'x-codeSamples': readonly CodeSample[];
}

/** Runs samples one after the other. Returns what each of them prints. */
export async function outputsOf(
  t: Test,
  settings: Record<string, string>,
  guides: string,
  samples: readonly CodeSample[],
): Promise<string[]> {
  // Node 22 warns of types that it strips.
  const options = { settings: { ...settings, NODE_NO_WARNINGS: '1' } };
  const folder = await generateClient(t, guides, options.settings);
  await saveTypeScript(t, folder, samples);
  // Without what only debuggers read.
  await saveGo(t, join(folder, 'go'), samples, 'build', '-ldflags=-s -w', '-o', 'bin/', './...');
  const outputs: string[] = [];
  for (const [i, { lang, label, source }] of samples.entries()) {
    const command = {
      Shell: ['bash', '-c', source],
      Python: ['python3', '-c', source],
      TypeScript: [process.execPath, `${i}.mts`],
      Go: [join(folder, 'go', 'bin', `sample${i}`)],
    }[lang];
    const program = startProcess(t, command ?? [], { ...options, cwd: folder });
    const { code, stdout, stderr } = await program.ended;
    t.equal(code, 0, code === 0 ? `${label} runs` : `${source}\n${stderr}`);
    outputs.push(stdout);
  }
  return outputs;
}

/** Saves the samples in TypeScript, which Node runs as they are, and checks their types. */
export async function saveTypeScript(t: Test, folder: string, samples: readonly CodeSample[]) {
  const names = await save(samples, 'TypeScript', (i) => join(folder, `${i}.mts`));
  t.equal(await typeErrors(t, folder, names), '', 'the samples in TypeScript compile');
}

/** Saves each sample in Go as a program of its own, and does with all of them what a command of Go does. */
export async function saveGo(
  t: Test,
  folder: string,
  samples: readonly CodeSample[],
  ...args: readonly string[]
) {
  await mkdir(folder);
  await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
  await save(samples, 'Go', (i) => join(folder, `sample${i}`, 'main.go'));
  const run = (...command: string[]) =>
    startProcess(t, command, { cwd: folder, settings: GO }).ended;
  t.same(await run('gofmt', '-l', '.'), { code: 0, stdout: '', stderr: '' }, 'in the usual form');
  const { code, stderr } = await run('go', ...args);
  t.equal(code, 0, stderr);
}

/** No network, and nothing beside Go itself. */
const GO = { GOFLAGS: '-mod=mod', GOPROXY: 'off', CGO_ENABLED: '0' };

async function save(
  samples: readonly CodeSample[],
  language: string,
  fileOf: (i: number) => string,
): Promise<string[]> {
  const own = [...samples.entries()].filter(([, { lang }]) => lang === language);
  const files = own.map(async ([i, { source }]) => {
    const file = fileOf(i);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${source}\n`);
    return file;
  });
  return Promise.all(files);
}
