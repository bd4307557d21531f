// Runs test files in one process, one after the other: to load the service, and to compile what is
// run often, takes longer than most tests. Each file gets a test of its own in place of the root of
// tap, which ends with it: what it tears down is gone before the next file begins. The first file
// is the argument, and run-tests.ts names each further one when it is asked.

import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { CODE_CACHE, NEXT, type NextFile, setTestOfFile, TIMEOUT_MS } from './current-test.ts';

// Code from the cache would blur what is covered.
if (!process.env.NODE_V8_COVERAGE) enableCompileCache(CODE_CACHE);

/** The files that have begun, by their URLs. */
const files = new Map<string, string>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const file = specifier === 'tap' && files.get(context.parentURL ?? '');
    if (!file) return nextResolve(specifier, context);
    // A module for each file, whose query makes it another.
    const url = new URL(`test-of-file.ts?${encodeURIComponent(file)}`, import.meta.url).href;
    return { url, format: 'module-typescript', shortCircuit: true };
  },
});

const [first] = process.argv.slice(2);
if (first) run(first);

function run(file: string) {
  const { href } = pathToFileURL(realpathSync(file));
  files.set(href, file);
  void t.test(file, { timeout: TIMEOUT_MS }, async (test) => {
    // Is torn down last, and before the test ends: without a test, the root of tap would end.
    test.teardown(async () => {
      const next = await nextFile();
      if (next !== undefined) run(next);
    });
    setTestOfFile(test);
    await import(href);
  });
}

/** Asks for the next file. Undefined if there is none, or nobody to ask. */
async function nextFile(): Promise<string | undefined> {
  if (!process.send || !process.channel) return undefined;
  // Only now does the process wait for it: otherwise a test that hangs would never end.
  process.channel.ref();
  process.send(NEXT);
  const [{ file }] = (await once(process, 'message')) as [NextFile];
  process.channel?.unref();
  return file;
}
