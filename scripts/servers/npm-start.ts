import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};

/** The flags that `npm start` passes to Node, for tests and measurements of the built service. */
export const SERVER_FLAGS: readonly string[] = scripts.start.match(/--[\w-]+(=\S+)?/g) ?? [];
export const SERVER_FILE = resolve(/\S+\.js/.exec(scripts.start)?.[0] ?? '');
