// Bundles what runs in production into a few files. Otherwise Node takes 0.3 s of each start to
// find and load the hundreds of files of its packages.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { serviceFiles } from '../sources.ts';
import { digestOf, digestsOf, INSTALLED, makeUnlessUpToDate } from '../up-to-date.ts';

/** The folders and the files that are made in dist/. What else is there is not shipped. */
const MADE = ['{bundle,scripts}/**/*.*', 'sbom.json', 'licenses.txt'];
/** What differs between services, which the programs import. */
const OF_SERVICE = /^(?:src\/(?:server|service)\.ts$|src\/store\/|generated\/(?!platform\/))/;

/** The programs that operators start, by their names in `dist/`. */
const ENTRIES = {
  'bundle/server': 'src/server.ts',
  'scripts/keys': 'scripts/keys/index.ts',
  'scripts/migrate': 'scripts/migrate.ts',
  'scripts/move': 'scripts/move.ts',
  'scripts/seed': 'scripts/seed.ts',
};

/** Puts `launch` in front of each entry, and stack traces that name the sources. */
const launched: Plugin = {
  name: 'launched',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^launched:/ }, ({ path }) => ({
      path: path.slice('launched:'.length),
      namespace: 'launched',
    }));
    onLoad({ filter: /.*/, namespace: 'launched' }, ({ path }) => ({
      contents: `
        import { nameSources } from './scripts/build/stack-traces.js';
        import { launch } from './scripts/launch.js';
        nameSources();
        await launch(() => import('./${path}'));`,
      resolveDir: '.',
    }));
  },
};

/** Puts a validator that trusts the contract in the place of the one that the binder imports. */
const trustedContract: Plugin = {
  name: 'trusted-contract',
  setup({ onResolve }) {
    onResolve({ filter: /^@seriousme\/openapi-schema-validator$/ }, () => ({
      path: resolve('scripts/build/validator.js'),
    }));
  },
};

/**
 * Loads `node:http` with `require`. An `import` would also load Node's fetch and WebSocket, which
 * takes 50 ms of each start, and which nothing here uses.
 */
const lazyHttp: Plugin = {
  name: 'lazy-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ kind, path }) => {
      return kind === 'import-statement' ? { path, namespace: 'lazy-http' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'lazy-http' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};

/**
 * Leaves out `glob`, with which @fastify/static would list a folder for routes of its own, and which
 * takes 10 ms of each start to load.
 */
const withoutGlob: Plugin = {
  name: 'without-glob',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^glob$/ }, ({ path }) => ({ path, namespace: 'without-glob' }));
    onLoad({ filter: /.*/, namespace: 'without-glob' }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

/** Puts the service of a folder in the place of the one of this project. */
function serviceIn(folder: string): Plugin {
  return {
    name: 'service',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const file = relative('.', join(resolveDir, path));
        return OF_SERVICE.test(file)
          ? { path: resolve(folder, file), sideEffects: false }
          : undefined;
      });
    },
  };
}

/** Records the digest of each file that esbuild reads, whatever happens to the file meanwhile. */
function recordedIn(digests: Record<string, string>): Plugin {
  return {
    name: 'recorded',
    setup({ onLoad }) {
      onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        const contents = readFileSync(path);
        digests[relative('.', path)] = digestOf(contents);
        return { contents, loader: 'default' };
      });
    },
  };
}

/** What the log and the metrics call this build: REVISION if it is set, otherwise the commit. */
function revision(): string {
  const { REVISION } = process.env;
  if (REVISION) return REVISION;
  const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return stdout?.trim() || 'unknown';
}

/** The entry of better-sqlite3 with the native code for this machine, which looks for no other. */
function nativeSqlite(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const isMusl = process.platform === 'linux' && !header.glibcVersionRuntime;
  return `better-sqlite3/${isMusl ? 'linuxmusl' : process.platform}-${process.arch}`;
}

/**
 * Makes the files in dist/ that are shipped, unless they are up to date.
 *
 * @param folder where the service is: its src, generated and dist
 */
export async function updateBuild(folder = '.'): Promise<void> {
  const target = join(folder, 'dist');
  await makeUnlessUpToDate({
    name: `${target}/, the files that run on Node ${process.versions.node}`,
    record: join(target, 'digests.json'),
    sources: () => ({
      ...digestsOf([INSTALLED, 'package.json', 'tsconfig.json', ...pageSources(folder)]),
      ...digestsOf(globSync('scripts/build/*')),
      revision: revision(),
      'native code': nativeSqlite(),
    }),
    made: () => madeIn(target),
    make: (met) => writeBuild(folder, target, met),
  });
}

/** The files that the pages load: those of the service, and those that every service has. */
function pageSources(folder: string): string[] {
  return globSync([join(folder, 'generated/page/*'), 'generated/platform/live-page/*']);
}

function madeIn(target: string): string[] {
  return globSync(MADE.map((one) => join(target, one)));
}

async function writeBuild(
  folder: string,
  target: string,
  met: Record<string, string>,
): Promise<void> {
  // Loaded here, since nothing is built most times.
  const { build } = await import('esbuild');
  const { bundlePages } = await import('../documentation/index.ts');
  const { billOfMaterials } = await import('./bill-of-materials.ts');
  const { licenseTexts } = await import('./licenses.ts');
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, file]) => [name, `launched:${file}`]),
    ),
    chunkNames: 'bundle/[name]-[hash]',
    assetNames: 'bundle/[name]-[hash]',
    outdir: target,
    bundle: true,
    // A module that is imported only when it is needed has a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    define: {
      BUILT_REVISION: JSON.stringify(revision()),
    },
    alias: { 'better-sqlite3': nativeSqlite() },
    loader: { '.node': 'copy' },
    plugins: [launched, serviceIn(folder), trustedContract, lazyHttp, withoutGlob, recordedIn(met)],
    // Packages that import these do without them.
    external: ['pino-pretty', 'pg-native'],
    // What CommonJS packages expect to find.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`,
    },
    // The bundle does not name its source maps, which Node would read while it measures coverage.
    // Source maps do not contain the sources, because stack traces do not show them.
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const pages = await bundlePages(serviceFiles(folder));
  const bundles = [metafile, ...pages.map((page) => page.metafile)];
  await replaceFiles(target, [
    ...outputFiles,
    ...(await pageFiles(folder, target)),
    { path: resolve(target, 'sbom.json'), contents: Buffer.from(billOfMaterials(bundles)) },
    { path: resolve(target, 'licenses.txt'), contents: Buffer.from(licenseTexts(bundles)) },
  ]);
}

interface BuiltFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** Replaces each changed file in one step: another process may be starting from these files. */
async function replaceFiles(target: string, files: readonly BuiltFile[]) {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const { path, contents } of files) {
    const old = await readFile(path).catch(() => undefined);
    if (old?.equals(contents)) continue;
    await writeFile(`${path}.new`, contents);
    await rename(`${path}.new`, path);
  }
  const paths = new Set(files.map(({ path }) => path));
  for (const path of madeIn(target).map((file) => resolve(file))) {
    if (!paths.has(path)) await rm(path, { recursive: true });
  }
  // Otherwise V8's compiled code of earlier builds would pile up.
  await rm(join(target, 'cache'), { recursive: true, force: true });
}

/**
 * The files that the pages load, beside the module that names them: as they are, and compressed.
 */
async function pageFiles(folder: string, target: string): Promise<BuiltFile[]> {
  const files = pageSources(folder).map(async (file) => {
    const path = resolve(target, 'bundle', basename(dirname(file)), basename(file));
    const contents = await readFile(file);
    return [
      { path, contents },
      { path: `${path}.br`, contents: brotliCompressSync(contents) },
      { path: `${path}.gz`, contents: gzipSync(contents) },
    ];
  });
  return (await Promise.all(files)).flat();
}
