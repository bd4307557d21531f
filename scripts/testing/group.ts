// Runs test files in one process, one after the other: to load the service, and to compile what is
// run often, takes longer than most tests. Each file gets a test of its own in place of the root of
// tap, which ends with it: what it tears down is gone before the next file begins.

import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { setTestOfFile, TIMEOUT_MS } from './current-test.ts';

const files = process.argv.slice(2);
const urls = new Map(files.map((file) => [pathToFileURL(realpathSync(file)).href, file]));

registerHooks({
  resolve(specifier, context, nextResolve) {
    const file = specifier === 'tap' && urls.get(context.parentURL ?? '');
    if (!file) return nextResolve(specifier, context);
    // A module for each file, whose query makes it another.
    const url = new URL(`test-of-file.ts?${encodeURIComponent(file)}`, import.meta.url).href;
    return { url, format: 'module-typescript', shortCircuit: true };
  },
});

for (const [url, file] of urls) {
  void t.test(file, { timeout: TIMEOUT_MS }, async (test) => {
    setTestOfFile(test);
    await import(url);
  });
}
