import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { cyclonedxEsbuildPlugin } from '@cyclonedx/cyclonedx-esbuild';
import { build, type Plugin } from 'esbuild';

/*
 * `npm run build`: bundles what runs in production into a few files. Otherwise Node takes 0.3 s of
 * each start to find and load the hundreds of files of its packages.
 */

const TARGET = 'dist';

/** The programs that operators start, by their names in `dist/`. */
const ENTRIES = {
  'bundle/server': 'src/server.ts',
  'scripts/keys': 'scripts/keys/index.ts',
  'scripts/migrate': 'scripts/migrate.ts',
  'scripts/node-version': 'scripts/node-version.ts',
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

/** Lists the packages in the bundle, for scanners that look for known vulnerabilities. */
const listedPackages = cyclonedxEsbuildPlugin({
  outputFile: 'sbom.json',
  // The same for the same sources.
  outputReproducible: true,
  logLevel: 'silent',
});

/** The files that the pages of the documentation load, each as it is and compressed. */
async function pageFiles() {
  const folder = 'generated/page';
  const files = (await readdir(folder)).map(async (name) => {
    const path = resolve(TARGET, 'page', name);
    const contents = await readFile(join(folder, name));
    return [
      { path, contents },
      { path: `${path}.br`, contents: brotliCompressSync(contents) },
      { path: `${path}.gz`, contents: gzipSync(contents) },
    ];
  });
  return (await Promise.all(files)).flat();
}

const { outputFiles: bundle } = await build({
  entryPoints: Object.fromEntries(
    Object.entries(ENTRIES).map(([name, file]) => [name, `launched:${file}`]),
  ),
  chunkNames: 'bundle/[name]-[hash]',
  assetNames: 'bundle/[name]-[hash]',
  outdir: TARGET,
  bundle: true,
  // A module that is imported only when it is needed has a file of its own.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  define: {
    BUILT_REVISION: JSON.stringify(revision()),
    // Relative to the bundle.
    BUILT_PAGE_FILES: JSON.stringify('../page'),
  },
  alias: { 'better-sqlite3': nativeSqlite() },
  loader: { '.node': 'copy' },
  plugins: [launched, trustedContract, lazyHttp, listedPackages],
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
  write: false,
  logLevel: 'warning',
});

const outputFiles = [...bundle, ...(await pageFiles())];
// Replaces each changed file in one step: another process may be starting from these files.
const folders = new Set(outputFiles.map(({ path }) => dirname(path)));
for (const folder of folders) await mkdir(folder, { recursive: true });
let hasChanged = false;
for (const { path, contents } of outputFiles) {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(contents)) continue;
  await writeFile(`${path}.new`, contents);
  await rename(`${path}.new`, path);
  hasChanged = true;
}
const made = new Set(outputFiles.map(({ path }) => path));
for (const folder of folders) {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  for (const file of files) if (!made.has(file)) await rm(file, { recursive: true });
}
// Otherwise V8's compiled code of earlier builds would pile up.
if (hasChanged) await rm(join(TARGET, 'cache'), { recursive: true, force: true });
