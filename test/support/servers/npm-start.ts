// How `npm start` runs the built service, as package.json says it.

import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};
const [, flags = '', file = ''] = /exec node (.+) (\S+)$/.exec(scripts.start) ?? [];

/** The flags that `npm start` passes to Node, for tests and measurements of the built service. */
export const SERVER_FLAGS: readonly string[] = flags.split(' ');
/** From the folder of a service. */
export const SERVER_FILE = file;
