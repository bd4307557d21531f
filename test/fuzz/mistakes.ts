// Makes mistakes in contracts, and in what holds for all of their operations. Each has to get a
// finding with its file and line, or change nothing, or make another contract that works.

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Document, parseDocument } from 'yaml';
import {
  type Contract,
  clientModule,
  completeContract,
  type Json,
  type LintOptions,
  lint,
  routeSchemas,
  toolsOf,
  typesModule,
} from '../../scripts/contract/index.ts';
import { readService } from '../../scripts/contract-options.ts';
import { addCodeSamples, documentationFiles } from '../../scripts/documentation/index.ts';
import {
  operationList,
  operationsMarkdown,
} from '../../scripts/documentation/operations-markdown.ts';
import { documentationPage } from '../../scripts/documentation/page/documentation.ts';
import { siteOf } from '../../scripts/documentation/page/site.ts';
import { withoutTypes } from '../../scripts/generate/client-package.ts';
import { lintOptions } from '../../scripts/lint-options.ts';
import { guidesFoldersOf, serviceFiles } from '../../scripts/sources.ts';
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { type Mutation, mutate, mutationsOf } from './mutations.ts';

/** A contract that mistakes are made in. */
interface Subject {
  /** The files of the contract, by the path that each has beside the operations. */
  readonly files: Readonly<Record<string, string>>;
  /** What the file of the operations lacks. */
  readonly listed?: string;
  /** The folder with the guides; without it, the contract has its own description. */
  readonly guides?: string;
  readonly options: LintOptions;
  /** The files that mistakes are made in. */
  readonly mistaken: readonly string[];
}

const OPERATIONS = 'openapi.yaml';
const OWN_OVERLAYS = ['platform/account.yaml', 'platform/every-operation.yaml'];
const LIBRARY_OVERLAY = 'every-operation.yaml';

const service = await readService();
const files = serviceFiles();
const { contract: CONTRACT } = files;

/** The contract of this project, and the one that has everything that is supported. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  own: {
    files: Object.fromEntries(
      [OPERATIONS, ...OWN_OVERLAYS].map((name) => [name, join(dirname(CONTRACT), name)]),
    ),
    guides: join(dirname(CONTRACT), 'guides'),
    options: await lintOptions(),
    mistaken: [OPERATIONS, ...OWN_OVERLAYS],
  },
  features: {
    files: {
      [OPERATIONS]: 'test/platform/contract/features.yaml',
      [LIBRARY_OVERLAY]: `test/scripts/contract/library/${LIBRARY_OVERLAY}`,
    },
    listed: `x-overlays: [${LIBRARY_OVERLAY}]\n`,
    options: {},
    mistaken: [OPERATIONS],
  },
};

interface MistakesOptions {
  /** How many are made in each contract, of all that can be. */
  readonly count?: number;
  /** Chooses them. */
  readonly seed: number;
  /** Is told after each batch how many of all have been made, and which faults were found. */
  readonly progress?: (made: number, all: number, faults: readonly string[]) => void;
}

/**
 * @returns how many mistakes got a finding, left the contract the same, or made another; and the
 *   faults of the kit, each in a line
 */
export async function makeMistakes({ count, seed, progress }: MistakesOptions) {
  const result: Result = { counts: { finding: 0, same: 0, other: 0 }, faults: [] };
  const all = await Promise.all(
    Object.entries(SUBJECTS).map(async ([name, subject]) => {
      const originals = await readOriginals(subject);
      const mistaken = originals.filter((one) => subject.mistaken.includes(one.name));
      return { name, subject, originals, mistakes: chosen(mistaken, seed, count) };
    }),
  );
  const total = all.reduce((sum, { mistakes }) => sum + mistakes.length, 0);
  let made = 0;
  for (const { name, subject, originals, mistakes } of all) {
    const judge = await createJudge(name, subject, originals, result);
    for (let start = 0; start < mistakes.length; start += BATCH) {
      const batch = mistakes.slice(start, start + BATCH);
      const known = result.faults.length;
      await judge(batch);
      made += batch.length;
      progress?.(made, total, result.faults.slice(known));
    }
  }
  return result;
}

interface Result {
  readonly counts: { finding: number; same: number; other: number };
  readonly faults: string[];
}

/** Redocly, which takes long to start, looks at so many contracts at once. */
const BATCH = 40;

interface Original {
  readonly name: string;
  readonly text: string;
  readonly document: Document.Parsed;
}

type Mistake = Original & { readonly mutation: Mutation };

function readOriginals({ files, listed = '' }: Subject): Promise<Original[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, file]) => {
      const text = (await readFile(file, 'utf8')) + (name === OPERATIONS ? listed : '');
      return { name, text, document: parseDocument(text) };
    }),
  );
}

function chosen(originals: Original[], seed: number, count = Number.POSITIVE_INFINITY): Mistake[] {
  const all = originals.flatMap((original) =>
    mutationsOf(original.document).map((mutation) => ({ ...original, mutation })),
  );
  const length = Math.min(count, all.length);
  const subset = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
  const [mistakes = []] = fc.sample(subset, { seed, numRuns: 1 });
  return mistakes;
}

async function createJudge(
  about: string,
  { guides, options }: Subject,
  originals: readonly Original[],
  result: Result,
) {
  const { document: unchanged } = await inTemporaryFolder(async (folder) => {
    return completeContract(await write(folder), options);
  });

  /** Writes the contract with a mistake. @returns the file of its operations */
  async function write(folder: string, mistake?: Original, text = ''): Promise<string> {
    await mkdir(folder, { recursive: true });
    if (guides) await symlink(resolve(guides), join(folder, 'guides'));
    for (const one of originals) {
      await mkdir(join(folder, dirname(one.name)), { recursive: true });
      await writeFile(join(folder, one.name), one.name === mistake?.name ? text : one.text);
    }
    return join(folder, OPERATIONS);
  }

  const folders = guides ? guidesFoldersOf(CONTRACT) : [];

  return (mistakes: readonly Mistake[]) =>
    inTemporaryFolder(async (folder) => {
      const written = mistakes.map(async (mistake, index) => {
        const { name, document, mutation } = mistake;
        const { text, keys } = mutate(document, mutation);
        const file = await write(join(folder, String(index)), mistake, text);
        return { file, says: `${about}: ${name} ${keys.join(' ')}: ${mutation.change}` };
      });
      const contracts = await Promise.all(written);
      const found = await findings(
        contracts.map(({ file }) => file),
        options,
      );
      for (const [index, { file, says }] of contracts.entries()) {
        try {
          result.counts[await verdictOn(file, found[index] ?? [], unchanged, options, folders)] +=
            1;
        } catch (error) {
          result.faults.push(`${says}: ${error}`.replaceAll(folder, ''));
        }
      }
    });
}

/** What lint says of each contract. Where it fails on one, that one's says so. */
async function findings(
  files: readonly string[],
  options: LintOptions,
): Promise<(readonly string[])[]> {
  try {
    return (await lint(files, options)).map(({ lines }) => lines);
  } catch (error) {
    if (files.length === 1) return [[`lint throws ${error}`]];
    return (await Promise.all(files.map((file) => findings([file], options)))).flat();
  }
}

/** @throws what the kit does wrong */
async function verdictOn(
  file: string,
  lines: readonly string[],
  unchanged: Json,
  options: LintOptions,
  guides: readonly string[],
) {
  const noFinding = lines.find((line) => !/^\S+:\d+:\d+ \S/.test(line));
  if (noFinding !== undefined) throw new Error(noFinding);
  if (lines.length > 0) return 'finding';
  const { contract } = await completeContract(file, options);
  if (isDeepStrictEqual(contract.document, unchanged)) return 'same';
  addCodeSamples(contract);
  routeSchemas(contract);
  await typesModule(contract);
  const ts = clientModule(contract, 'http://127.0.0.1/v1');
  const clients = { ts, js: withoutTypes(ts) };
  if (guides.length > 0) await documentationFiles({ contract, clients, service, files, guides });
  else documentWithoutGuides(contract);
  return 'other';
}

/** What is made of a contract alone: the links to guides lead nowhere. */
function documentWithoutGuides(contract: Contract) {
  const site = siteOf({
    contract,
    guides: '',
    pictures: new Map(),
    fileVersions: {},
    searchFile: 'search.json',
  });
  documentationPage(site);
  operationsMarkdown(site);
  operationList(site);
  toolsOf(contract);
}
