// The start of every process of this project. It is JavaScript that an old Node can run: the
// programs would end there in a syntax error or, in native code of a package, in a crash.

import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';

const require = module.createRequire(import.meta.url);
const { engines } = require('#package');

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
    if (!isSupported(node)) {
      throw new Error(`This needs Node ${engines.node}, and runs on ${node}.`);
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

/**
 * Tells whether `engines` has a version of Node.
 *
 * @param {string} version such as 24.21.0
 */
export function isSupported(version) {
  const [major, minor, patch] = numbersOf(version);
  // Such as ^22.19.0 and ^24.0.0.
  return engines.node.split(' || ').some((range) => {
    const [oldestMajor, oldestMinor, oldestPatch] = numbersOf(range);
    if (major !== oldestMajor) return false;
    return minor === oldestMinor ? patch >= oldestPatch : minor > oldestMinor;
  });
}

/** Not compared as texts: for that, Node would load its rules of all languages at each start. */
function numbersOf(version) {
  return version.match(/\d+/g).map(Number);
}
