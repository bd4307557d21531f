// The start of every process of this project. It is JavaScript that an old Node can run: the
// programs would end there in a syntax error or, in native code of a package, in a crash.

import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';

const require = module.createRequire(import.meta.url);
const { engines } = require('#package');
/** The oldest version that is supported, such as 22.19.0. */
const [OLDEST_NODE] = /\d+\.\d+\.\d+/.exec(engines.node);

/** Keeps what V8 has compiled, if this process may write there. */
const CODE_CACHE = join(dirname(require.resolve('#package')), 'dist/cache');

/**
 * Runs a program, with the settings of `.env` if there is one. A failure prints its message on
 * stderr and sets the exit code 1.
 *
 * @param {() => Promise<{ main?: (args: string[]) => Promise<unknown> }>} load imports the program:
 *   its function `main` gets the arguments; without one, importing it runs it
 */
export async function launch(load) {
  const { node } = process.versions;
  try {
    if (node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
      throw new Error(`This needs Node ${OLDEST_NODE} or later, and runs on ${node}.`);
    }
    module.enableCompileCache(CODE_CACHE);
    if (existsSync('.env')) {
      // Node would skip the first setting, or all of UTF-16.
      const isMarked = /^\ufeff|\0/.test(readFileSync('.env', 'utf8'));
      if (isMarked) throw new Error('.env must be UTF-8 without a byte order mark.');
      process.loadEnvFile('.env');
    }
    const { main } = await load();
    await main?.(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error.message}\n`);
  }
}
