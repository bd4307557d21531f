import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` passes to Node, for everything that starts the built service as a process. */
export const SERVER_FLAGS: readonly string[] = scripts.start.match(/--[\w-]+(=\S+)?/g) ?? [];
export const SERVER_FILE = resolve(/\S+\.js/.exec(scripts.start)?.[0] ?? '');
