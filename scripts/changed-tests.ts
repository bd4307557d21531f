// Which tests cover a changed file: those in the folder that mirrors its own, those that name it,
// and those of what its folder serves. A file without any is covered by the tests of its importers.

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { needsOf } from './testing/test-files.ts';

/** What also covers a file, beside the tests in the mirrored folder. */
const ALSO: readonly (readonly [files: RegExp, tests: string])[] = [
  [
    /^src\/(?:platform\/)?[^/]+$/,
    'test/{platform/{contract,errors,http,keys,limits,observability},store}/*.test.ts',
  ],
  // The platform's tests run on the sample service, so they do not notice what is the store's own.
  [/^(?:openapi|prisma|generated|src\/store)\//, 'test/store/*.test.ts'],
  [/^openapi\//, 'test/store/browser/*.test.ts'],
  [
    /^(?:openapi\/platform|prisma\/.*platform|src\/platform\/(?:contract|database|errors|schema))\b/,
    'test/{platform/contract,store}/*.test.ts',
  ],
  [
    /^(?:openapi\/platform|scripts\/documentation|src\/platform\/.*\/browser)\//,
    'test/platform/docs/{,browser/}*.test.ts',
  ],
  [/^prisma\/.*platform/, 'test/platform/database/{,migrations/}*.test.ts'],
  [
    /^src\/platform\/keys\/(?:bans|caller|plans)\.ts$/,
    'test/platform/limits/{,counting/}*.test.ts',
  ],
  // It runs the stop from its source. Other tests of a stop run the bundle.
  [/^src\/platform\/http\/stop\.ts$/, 'test/platform/observability/unhandled-rejections.test.ts'],
  [/^scripts\/build\//, 'test/deploy/image.copy.test.ts'],
  [/^src\/platform\/config\//, 'test/platform/start.test.ts'],
];
/** Folders that mirror no single subject. */
const TOPS = ['test', 'test/platform', 'test/scripts'];

const IMPORT = /\b(?:from|import\()\s*'(\.[^']+)'/g;

interface Source {
  readonly file: string;
  readonly text: string;
  /** The files that it imports. */
  readonly imports: readonly string[];
}

/** @returns the tests of each changed file, in the order of their names */
export function testsOf(changed: readonly string[]): Map<string, readonly string[]> {
  const sources = writtenModules().map(readSource);
  const tests = sources.filter(({ file }) => file.endsWith('.test.ts'));
  return new Map(changed.map((file) => [file, [...coveringTests(file, new Set())].sort()]));

  function coveringTests(file: string, seen: Set<string>): Set<string> {
    seen.add(file);
    const names = tests.filter((one) => one.file === file || isNamedBy(file, one)).map(fileOf);
    const also = ALSO.filter(([files]) => files.test(file)).flatMap(([, glob]) => globSync(glob));
    const near = [...also, ...mirroredTests(file)];
    // A test that names a file of src often only uses it.
    const isTested = near.length > 0 || (names.length > 0 && !file.startsWith('src/'));
    if (isTested) return new Set([...names, ...near]);
    const importers = sources.filter((one) => isNamedBy(file, one)).map(fileOf);
    const unseen = importers.filter((importer) => !seen.has(importer));
    return new Set([...names, ...unseen.flatMap((importer) => [...coveringTests(importer, seen)])]);
  }

  /** The tests of the nearest folder or file in test/ that is named like a folder of the file. */
  function mirroredTests(file: string): string[] {
    let folder = mirroredFolder(file);
    for (; !TOPS.includes(folder) && folder !== '.'; folder = dirname(folder)) {
      const found = tests.map(fileOf).filter((test) => {
        return dirname(test) === folder || isTestOf(folder, test);
      });
      if (found.length > 0) return found;
    }
    return [];
  }
}

/** The modules that people write: those in folders of these names are made. */
export function writtenModules(): string[] {
  const all = globSync('{src,scripts,test}/**/*.{ts,js}');
  return all.filter((file) => !/\/(?:dist|generated)\//.test(file));
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
  return { file, text, imports };
}

/** Whether a file imports or starts another. Few tests start all that test/support/ names. */
function isNamedBy(file: string, { file: by, text, imports }: Source): boolean {
  const isStarting = !by.startsWith('test/') || by.endsWith('.test.ts');
  return imports.includes(file) || (isStarting && text.includes(`'${file}'`));
}

function fileOf({ file }: Source): string {
  return file;
}

/**
 * The tests of changed files, in parts: first those that most likely fail if a file is wrong. Each
 * part has those that need a browser, for example, behind the others.
 */
export function byLikelihood(covering: ReadonlyMap<string, readonly string[]>): string[][] {
  const ranks = new Map<string, number>();
  for (const [file, tests] of covering) {
    for (const test of tests) {
      ranks.set(test, Math.min(rankOf(file, test), ranks.get(test) ?? Number.POSITIVE_INFINITY));
    }
  }
  const byRank = Map.groupBy([...ranks.keys()].sort(), (test) => ranks.get(test) ?? 0);
  return [...byRank].sort(([one], [other]) => one - other).map(([, tests]) => tests);
}

/** The test itself and that of the same name, those in the same folder, and all others. */
function rankOf(file: string, test: string): number {
  const nameOf = (path: string) => basename(path).split('.', 1)[0];
  const isOwn = nameOf(test) === nameOf(file);
  const isNear = mirroredFolder(file) === dirname(test);
  return (isOwn ? 0 : isNear ? 1 : 2) + (needsOf(test).length > 0 ? 3 : 0);
}

/** Whether a test is that of a folder, whatever words follow its name. */
function isTestOf(folder: string, test: string): boolean {
  return test.startsWith(`${folder}.`);
}

/** The folder in test/ that is named like the folder of a file. */
function mirroredFolder(file: string): string {
  return join('test', dirname(file).replace(/^(?:src|test)(?=\/|$)/, '.'));
}
