import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { PAGE_FOLDER } from './sources.ts';

/** The page's own files by name. Scripts and styles are made small, with what they import in them. */
export async function pageFiles(): Promise<Record<string, string>> {
  const names = (await readdir(PAGE_FOLDER)).filter((name) => /\.(?:js|svg)$/.test(name));
  const files = [...names, 'page.css'].map(async (name) => [name, await contentOf(name)] as const);
  return Object.fromEntries(await Promise.all(files));
}

async function contentOf(name: string): Promise<string> {
  const path = join(PAGE_FOLDER, name);
  if (name.endsWith('.svg')) return readFile(path, 'utf8');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
