// Which parts of the project may import which.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import t from 'tap';
import ts from 'typescript';
import { writtenModules } from '../../scripts/changed-tests.ts';
import { isDocumentSource } from '../../scripts/sources.ts';

const KIT = 'scripts/contract/';
const DOCUMENTATION = 'scripts/documentation/';

/** The files below a folder, each with the files that it imports, types as well. */
const imports = new Map(
  await Promise.all(
    writtenModules().map(async (file) => {
      const { importedFiles } = ts.preProcessFile(await readFile(file, 'utf8'));
      const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
      return [file, own.map(({ fileName }) => join(dirname(file), fileName))] as const;
    }),
  ),
);

/** The imports from below one folder that lead below another. */
function importsFrom(folder: string, isCrossing: (imported: string) => boolean): string[] {
  return [...imports].flatMap(([file, imported]) =>
    file.startsWith(folder)
      ? imported.filter(isCrossing).map((other) => `${file} imports ${other}`)
      : [],
  );
}

/** A service names its versions, and nothing loads them until it asks for one. */
const versionsLeftOut: Plugin = {
  name: 'versions-left-out',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, importer, path }) => {
      const isVersion = kind === 'dynamic-import' && importer.endsWith('/src/service.ts');
      return isVersion ? { path, external: true } : undefined;
    });
  },
};

/** The files of this project that a program loads, including files that it imports later. */
async function loadedBy(file: string): Promise<string[]> {
  const { metafile } = await build({
    plugins: [versionsLeftOut],
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Otherwise it leaves out imports without names, since package.json denies side effects.
    ignoreAnnotations: true,
    outdir: 'dist',
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs);
}

t.test('each file begins with what it is for', async (t) => {
  const files = writtenModules();
  const silent = files.filter((file) => !readFileSync(file, 'utf8').startsWith('// '));
  t.strictSame(silent, []);
});

/** Tests of what several folders promise together. */
const MODELS = 'test/platform/models';

t.test('a folder of tests mirrors the folder that they test', async (t) => {
  for (const [tests, tested] of [
    ['test/platform', 'src/platform'],
    ['test/scripts', 'scripts'],
  ] as const) {
    const folders = globSync(`${tests}/**/*.test.ts`).map(dirname);
    const others = folders.filter((folder) => !existsSync(folder.replace(tests, tested)));
    t.strictSame(
      others.filter((folder) => folder !== MODELS),
      [],
    );
  }
});

t.test('tests import scripts and the service, which import no tests', async (t) => {
  t.strictSame(
    ['scripts/', 'src/'].flatMap((room) => importsFrom(room, (file) => file.startsWith('test/'))),
    [],
  );
  t.strictSame(
    importsFrom('src/', (file) => file.startsWith('scripts/')),
    [],
  );
});

/**
 * The rooms of the service, each with those that it may import; in brackets those of which it may
 * import types. What a room needs besides is passed in by the files outside of all rooms. The first
 * two, which everybody stands on, have no door: whoever needs one file of them loads no other.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  async: [],
  schema: [],
  config: ['schema'],
  errors: ['async'],
  database: ['async'],
  contract: ['errors', 'schema'],
  idempotency: ['contract', 'database', 'errors', 'schema'],
  keys: ['async', 'errors', 'database', 'idempotency'],
  limits: ['async', 'config', 'errors', 'database', 'keys'],
  http: ['async', 'config', 'errors', '(contract)'],
  pages: ['async'],
  observability: ['async', 'errors', 'http', 'pages', '(contract)'],
  jobs: ['async', 'database'],
  calls: [],
  docs: ['async', 'contract', 'errors', 'pages', '(schema)'],
  account: ['async', 'contract', 'database', 'errors', 'idempotency', 'keys', 'pages'],
  agents: ['async', 'contract', 'errors', 'schema', '(docs)'],
};

/** The room of a file; undefined for the files outside of all rooms. */
const roomOf = (file: string) => /^src\/platform\/([^/]+)\//.exec(file)?.[1];

/** Whether a file imports only types from another. */
function importsTypes(file: string, other: string): boolean {
  const text = readFileSync(file, 'utf8').replaceAll(/^(?:im|ex)port type\s[^;]*;/gm, '');
  const { importedFiles } = ts.preProcessFile(text);
  return !importedFiles.some(({ fileName }) => join(dirname(file), fileName) === other);
}

/** What tests run the compiler with, and this file, which only looks at imports. */
const OF_COMPILER = ['test/support/compiler.ts', 'test/scripts/borders.test.ts'];

t.test('tests run the compiler by the file that looks at their name', async (t) => {
  const tests = [...imports.keys()].filter((file) => file.startsWith('test/'));
  t.ok(OF_COMPILER.every((file) => tests.includes(file)));
  for (const file of tests.filter((file) => !OF_COMPILER.includes(file))) {
    t.notMatch(
      await readFile(file, 'utf8'),
      /\bTSC\b|from 'typescript'|node_modules\/typescript/,
      file,
    );
  }
});

t.test('a room of the service imports only those below it', async (t) => {
  t.ok(globSync('src/platform/*.ts').length <= 8, 'few files are outside of all rooms');
  const doors = globSync('src/platform/*/index.ts').map((file) => roomOf(file));
  t.strictSame(doors.sort(), Object.keys(ROOMS).slice(2).sort(), 'each room has a door');
  const found = [...imports].flatMap(([file, imported]) => {
    const room = roomOf(file) ?? '';
    const below = ROOMS[room];
    const isAllowed = (other: string) => {
      const target = roomOf(other);
      if (!other.startsWith('src/platform/') || !below || target === room) return true;
      const isBelow = target !== undefined && below.includes(target);
      return isBelow || (below.includes(`(${target})`) && importsTypes(file, other));
    };
    return imported.filter((other) => !isAllowed(other)).map((other) => `${file} imports ${other}`);
  });
  t.strictSame(found, []);
});

t.test('the platform imports nothing of a service, which imports it by its doors', async (t) => {
  const isPlatform = (file: string) => /^(?:src|generated)\/platform\//.test(file);
  t.strictSame(
    importsFrom('src/platform/', (file) => !isPlatform(file)),
    [],
  );
  const isDoor = (file: string) => /^src\/platform\/(?:\w+\/index|service)\.ts$/.test(file);
  t.strictSame(
    importsFrom('src/store/', (file) => isPlatform(file) && !isDoor(file)),
    [],
  );
});

/** The ways from a file or folder to itself. */
function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const circles: string[] = [];
  const seen = new Set<string>();
  function visit(node: string, path: readonly string[]) {
    const start = path.indexOf(node);
    if (start >= 0) circles.push([...path.slice(start), node].join(' > '));
    if (start >= 0 || seen.has(node)) return;
    for (const other of graph.get(node) ?? []) visit(other, [...path, node]);
    seen.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

t.test('no file or folder of the service imports itself by way of others', async (t) => {
  const files = new Map([...imports].filter(([file]) => file.startsWith('src/')));
  t.strictSame(circlesOf(files), []);
  // Also between a folder and those in it, as database and its migrations.
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of files) {
    const folder = dirname(file);
    const others = imported.filter((other) => files.has(other)).map(dirname);
    const known = folders.get(folder) ?? new Set();
    folders.set(folder, known);
    for (const other of others) if (other !== folder) known.add(other);
  }
  t.ok(folders.get('src/platform/database/migrations')?.has('src/platform/database'));
  t.strictSame(circlesOf(folders), []);
});

t.test('the kit and the documentation are entered through their doors', async (t) => {
  for (const [room, visitors] of [
    [KIT, ['scripts/', 'src/', 'test/']],
    [DOCUMENTATION, ['scripts/', 'src/']],
  ] as const) {
    const isBehindDoor = (file: string) => file.startsWith(room) && file !== `${room}index.ts`;
    const crossing = visitors.flatMap((visitor) => importsFrom(visitor, isBehindDoor));
    t.strictSame(
      crossing.filter((line) => !line.startsWith(room)),
      [],
      room,
    );
  }
  t.strictSame(
    importsFrom(KIT, (file) => file.startsWith('src/') && !file.startsWith('src/platform/schema/')),
    [],
    'of the service, the kit knows the schemas alone',
  );
  t.strictSame(
    importsFrom(KIT, (file) => file.startsWith(DOCUMENTATION)),
    [],
    'the kit knows nothing of the documentation',
  );
});

t.test('nothing that generates loads what is generated', async (t) => {
  for (const file of [
    'scripts/generate/index.ts',
    'scripts/contract-lint.ts',
    'scripts/contract-diff.ts',
    'scripts/dev.ts',
    'test/fuzz/index.ts',
  ]) {
    const loaded = await loadedBy(file);
    t.ok(loaded.length > 1, file);
    t.strictSame(
      loaded.filter((one) => one.startsWith('generated/')),
      [],
      file,
    );
  }
});

t.test('documents are made again when anything changes that makes them', async (t) => {
  const loaded = await loadedBy('scripts/generate/documents.ts');
  t.ok(loaded.includes(`${KIT}types.ts`));
  const makers = [...loaded, `${KIT}subset.yaml`];
  t.strictSame(
    makers.filter((file) => !isDocumentSource(file)),
    [],
  );
});
