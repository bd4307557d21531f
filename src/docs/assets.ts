import { extname } from 'node:path';
import { documentation } from '../../generated/documentation.ts';
import { createStaticFile, type StaticFile } from './static-file.ts';

/** The media type of every extension that occurs. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** What the pages load, by name. */
export const ASSETS: ReadonlyMap<string, StaticFile> = new Map(
  Object.entries(documentation.files).map(([name, content]) => {
    // The table has every extension.
    const type = MEDIA_TYPES[extname(name)] as string;
    return [name, createStaticFile(type, content)];
  }),
);
