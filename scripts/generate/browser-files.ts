import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { PAGE_FILES, PAGE_FOLDER, PAGE_MODULES } from './sources.ts';

/** The files that a page loads, by name: some as they are, modules with all that they import. */
export async function browserFiles(): Promise<Readonly<Record<string, string>>> {
  const asTheyAre = PAGE_FILES.map((name) => readFile(`${PAGE_FOLDER}/${name}`, 'utf8'));
  const files = [
    ...(await Promise.all(asTheyAre)),
    ...(await Promise.all(PAGE_MODULES.map(bundle))),
  ];
  const names = [...PAGE_FILES, ...PAGE_MODULES];
  return Object.fromEntries(names.map((name, index) => [name, files[index] as string]));
}

/** A module and what it imports as one file. A style sheet that it imports is a string. */
async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${PAGE_FOLDER}/${name}`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    loader: { '.css': 'text' },
    write: false,
  });
  return (outputFiles[0] as (typeof outputFiles)[number]).text;
}
