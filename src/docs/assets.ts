import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { documentation } from '../../generated/documentation.ts';
import { createStaticFile, type StaticFile } from './static-file.ts';

/*
 * What the pages load: their own files and Swagger UI. Swagger UI comes from @fastify/swagger-ui,
 * since its own package reports every installation to a third party.
 */

const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
/** The media type of every extension that occurs. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export const ASSET_NAMES: readonly string[] = [
  ...Object.keys(documentation.files),
  ...SWAGGER_UI_FILES,
];

/** Reads all assets. Returns them by name. */
export async function readAssets(): Promise<ReadonlyMap<string, StaticFile>> {
  const { resolve } = createRequire(import.meta.url);
  const contents = new Map<string, string | Buffer>(Object.entries(documentation.files));
  for (const name of SWAGGER_UI_FILES) {
    contents.set(name, await readFile(resolve(`@fastify/swagger-ui/static/${name}`)));
  }
  const assets = [...contents].map(([name, content]) => {
    // The table has every extension.
    const type = MEDIA_TYPES[extname(name)] as string;
    return [name, createStaticFile(type, content)] as const;
  });
  return new Map(assets);
}
