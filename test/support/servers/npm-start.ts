// How `npm start` runs the built service, as package.json says it.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};
const [, flags = '', file = ''] = /exec node (.+) (\S+)$/.exec(scripts.start) ?? [];

/** The flags that `npm start` passes to Node, for tests and measurements of the built service. */
export const SERVER_FLAGS: readonly string[] = flags.split(' ');
export const SERVER_FILE = resolve(file);
