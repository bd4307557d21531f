// `node scripts/run.js FILE ...` runs a program of this project from its source: Node itself strips
// the types.

import { launch } from './launch.js';

const [file] = process.argv.splice(2, 1);
await launch(() => import(`../${file}`));
