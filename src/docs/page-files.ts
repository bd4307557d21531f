import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { documentation } from '../../generated/documentation.ts';
import { type PublishedFile, publishFile } from './file.ts';

/*
 * What the pages load: our own files, and Swagger UI without its demonstration page. Swagger UI is
 * taken from @fastify/swagger-ui, since its own package reports every installation to a third party.
 */

const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
/** Of all files that there are. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export const PAGE_FILE_NAMES: readonly string[] = [
  ...Object.keys(documentation.files),
  ...SWAGGER_UI_FILES,
];

/** By name. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PublishedFile>> {
  const { resolve } = createRequire(import.meta.url);
  const contents = new Map<string, string | Buffer>(Object.entries(documentation.files));
  for (const name of SWAGGER_UI_FILES) {
    contents.set(name, await readFile(resolve(`@fastify/swagger-ui/static/${name}`)));
  }
  const published = [...contents].map(async ([name, content]) => {
    const type = TYPES[extname(name)] as string;
    return [name, await publishFile(type, content)] as const;
  });
  return new Map(await Promise.all(published));
}
