import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/*
 * Puts the compiled service and the packages that it uses into a few files. Node takes 0.3 s to find
 * and load the hundreds of files of these packages one by one, at every start.
 */

const TARGET = 'dist/bundle';

const { outputFiles } = await build({
  entryPoints: ['dist/src/server.js'],
  outdir: TARGET,
  bundle: true,
  // What is imported only when it is needed stays apart.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // They read files of their own, or need not be there.
  external: ['better-sqlite3', '@prisma/schema-engine-wasm', 'pino-pretty', 'pg-native'],
  // What CommonJS packages expect to find.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`,
  },
  write: false,
  logLevel: 'warning',
});

// Each in one step, and only what has changed: another process may be starting from these files.
await mkdir(TARGET, { recursive: true });
for (const { path, contents } of outputFiles) {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(contents)) continue;
  await writeFile(`${path}.new`, contents);
  await rename(`${path}.new`, path);
}
const names = new Set(outputFiles.map(({ path }) => basename(path)));
for (const name of await readdir(TARGET)) if (!names.has(name)) await rm(join(TARGET, name));
