import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Document, parseDocument } from 'yaml';
import {
  clientModule,
  completeContract,
  type Json,
  lint,
  routeSchemas,
  typesModule,
} from '../../scripts/contract/index.ts';
import {
  addCodeSamples,
  describeByGuides,
  documentationFiles,
} from '../../scripts/documentation/index.ts';
import { CONTRACT, GUIDES_FOLDER } from '../../scripts/sources.ts';
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { EXAMPLE_BASE_URL } from '../../src/docs/placeholders.ts';
import { type Mutation, mutate, mutationsOf } from './mutations.ts';

/*
 * Makes mistakes in this contract, and in what holds for all of its operations. Each has to get a
 * finding with its file and line, or change nothing, or make another contract that works.
 */

export interface MistakesOptions {
  /** How many are made, of all that can be. */
  readonly count?: number;
  /** Chooses them. */
  readonly seed: number;
}

/**
 * @returns how many mistakes got a finding, left the contract the same, or made another; and the
 *   faults of the kit, each in a line
 */
export async function makeMistakes({ count = Number.POSITIVE_INFINITY, seed }: MistakesOptions) {
  const originals = await readOriginals();
  const { document: unchanged } = await completeContract(CONTRACT, describeByGuides);
  const all = originals.flatMap((original) =>
    mutationsOf(original.document).map((mutation) => ({ ...original, mutation })),
  );
  const length = Math.min(count, all.length);
  const subset = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
  const [mistakes = []] = fc.sample(subset, { seed, numRuns: 1 });
  const result: Result = { counts: { finding: 0, same: 0, other: 0 }, faults: [] };
  for (let start = 0; start < mistakes.length; start += BATCH) {
    await judge(mistakes.slice(start, start + BATCH), originals, unchanged, result);
  }
  return result;
}

interface Result {
  readonly counts: { finding: number; same: number; other: number };
  readonly faults: string[];
}

/** Redocly, which takes long to start, looks at so many contracts at once. */
const BATCH = 40;
const OPERATIONS = 'openapi.yaml';
const OVERLAY = 'every-operation.yaml';

interface Original {
  readonly name: string;
  readonly text: string;
  readonly document: Document.Parsed;
}

type Mistake = Original & { readonly mutation: Mutation };

function readOriginals(): Promise<Original[]> {
  return Promise.all(
    [OPERATIONS, OVERLAY].map(async (name) => {
      const text = await readFile(join(dirname(CONTRACT), name), 'utf8');
      return { name, text, document: parseDocument(text) };
    }),
  );
}

function judge(mistakes: Mistake[], originals: Original[], unchanged: Json, result: Result) {
  return inTemporaryFolder(async (folder) => {
    const written = mistakes.map(async ({ name, document, mutation }, index) => {
      const own = join(folder, String(index));
      const { text, keys } = mutate(document, mutation);
      await mkdir(own);
      await symlink(resolve(GUIDES_FOLDER), join(own, 'guides'));
      for (const original of originals) {
        await writeFile(join(own, original.name), original.name === name ? text : original.text);
      }
      return {
        file: join(own, OPERATIONS),
        mistake: `${name} ${keys.join(' ')}: ${mutation.change}`,
      };
    });
    const contracts = await Promise.all(written);
    const found = await findings(contracts.map(({ file }) => file));
    for (const [index, { file, mistake }] of contracts.entries()) {
      try {
        result.counts[await verdictOn(file, found[index] ?? [], unchanged)] += 1;
      } catch (error) {
        result.faults.push(`${mistake}: ${error}`.replaceAll(folder, ''));
      }
    }
  });
}

/** What lint says of each contract. Where it fails on one, that one's says so. */
async function findings(files: readonly string[]): Promise<(readonly string[])[]> {
  try {
    return (await lint(files, describeByGuides)).map(({ lines }) => lines);
  } catch (error) {
    if (files.length === 1) return [[`lint throws ${error}`]];
    return (await Promise.all(files.map((file) => findings([file])))).flat();
  }
}

/** @throws what the kit does wrong */
async function verdictOn(file: string, lines: readonly string[], unchanged: Json) {
  const noFinding = lines.find((line) => !/^\S+\.yaml:\d+:\d+ \S/.test(line));
  if (noFinding !== undefined) throw new Error(noFinding);
  if (lines.length > 0) return 'finding';
  const { document } = await completeContract(file, describeByGuides);
  if (isDeepStrictEqual(document, unchanged)) return 'same';
  addCodeSamples(document);
  routeSchemas(document);
  await typesModule(document);
  await documentationFiles(document, clientModule(document, EXAMPLE_BASE_URL));
  return 'other';
}
