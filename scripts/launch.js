import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';

/*
 * What every process of this project begins with. It is JavaScript that any Node still around can
 * read, since what comes after it cannot be loaded by one that is too old: that would end in a syntax
 * error or, with the native parts of a package, in a crash.
 */

const require = module.createRequire(import.meta.url);
const { engines } = require('#package');
/** Of the oldest release line that is supported, such as 22.19.0. */
const [OLDEST_NODE] = /\d+\.\d+\.\d+/.exec(engines.node);

/** What V8 has compiled is kept where the code is, if this process may write there. */
const CODE_CACHE = join(dirname(require.resolve('#package')), 'dist/cache');

/**
 * Runs a program, with the settings of `.env` where there is one. A failure becomes clear lines on
 * stderr and the exit code 1.
 *
 * @param {() => Promise<{ main?: (args: string[]) => Promise<unknown> }>} load imports the module that
 *   is the program: a function `main`, which gets the arguments, or what it does when it is imported
 */
export async function launch(load) {
  const { node } = process.versions;
  try {
    if (node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
      throw new Error(`This needs Node ${OLDEST_NODE} or later, and runs on ${node}.`);
    }
    module.enableCompileCache(CODE_CACHE);
    if (existsSync('.env')) process.loadEnvFile('.env');
    const { main } = await load();
    await main?.(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error.message}\n`);
  }
}
