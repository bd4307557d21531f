import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` gives to Node, for whatever starts the built service as a process of its own. */
export const SERVER_FLAGS: readonly string[] = scripts.start.match(/--[\w-]+(=\S+)?/g) ?? [];
