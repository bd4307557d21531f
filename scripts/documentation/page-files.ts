// The files that pages load: scripts and styles, bundled and minified, and pictures.

import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { guidesFoldersOf, type ServiceFiles } from '../sources.ts';

/** What the page for operators loads. */
export const LIVE_PAGE = ['src/platform/observability/live/browser/live.{js,css}'];

/** What the account page loads, besides what all pages of the documentation load. */
export const ACCOUNT_PAGE = ['src/platform/account/browser/account.{js,css}'];

/** What the pages of the documentation load, with the pictures of the guides. */
export function documentationPages({ contract, favicon }: ServiceFiles): string[] {
  return [
    'src/platform/docs/browser/{head,page,search,try}.js',
    'src/platform/docs/browser/page.css',
    favicon,
    ...guidesFoldersOf(contract).map((folder) => `${folder}/*.svg`),
  ];
}

/** The files that pages load, by name. */
export async function pageFiles(sources: readonly string[]): Promise<Map<string, string>> {
  const { outputFiles } = await bundle(sources);
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** Bundles the files of all pages, again: to tell what is in them. */
export function bundlePages(service: ServiceFiles) {
  return Promise.all([documentationPages(service), ACCOUNT_PAGE, LIVE_PAGE].map(bundle));
}

function bundle(sources: readonly string[]) {
  return build({
    entryPoints: globSync(sources).sort(),
    entryNames: '[name]',
    outdir: 'page',
    loader: { '.svg': 'copy' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}

/** By name: a version that changes whenever the content of the file does. */
export function versionsOf(files: ReadonlyMap<string, string>): Record<string, string> {
  const versions = [...files].map(([name, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return [name, digest.slice(0, 16)] as const;
  });
  return Object.fromEntries(versions);
}

/**
 * The code that says where the files are, and their versions.
 *
 * @param folder relative to the module with the code; a built module has the files beside it, too
 */
export function pageFilesCode(folder: string, files: ReadonlyMap<string, string>): string {
  const path = `\`\${import.meta.dirname}/${folder}\``;
  return `{ folder: ${path}, versions: ${JSON.stringify(versionsOf(files))} }`;
}
