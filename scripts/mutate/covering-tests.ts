// Which tests run which lines: those of a file run once, and V8 counts what they call.

import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inTemporaryFolder } from '../temporary-folder.ts';
import type { Mutation } from './mutations.ts';
import { type Outcome, runTest } from './run-test.ts';

/** A test that passes, and what it runs of a file. */
export interface CoveringTest {
  readonly test: string;
  /** How long it takes without a mutation, in milliseconds. */
  readonly durationMs: number;
  runs(mutation: Mutation): boolean;
}

/** Functions and blocks with their calls, as V8 writes them: a part stands after what it is in. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}

/**
 * Runs tests as they are.
 *
 * @throws if one fails: it could not tell what a mutation does
 */
export async function coveringTests(
  tests: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CoveringTest[]> {
  const all: CoveringTest[] = [];
  for (const test of tests) {
    await inTemporaryFolder(async (folder) => {
      const outcome = await runTest(test, { ...environment, NODE_V8_COVERAGE: folder });
      if (!outcome.hasPassed) throw new Error(`${test} fails without a mutation.`);
      all.push({ test, ...coverage(outcome, folder) });
    });
  }
  return all;
}

function coverage({ durationMs }: Outcome, folder: string) {
  const scripts = globSync(`${folder}/*.json`).flatMap(readScripts);
  return {
    durationMs,
    runs({ file, start }: Mutation): boolean {
      const url = pathToFileURL(file).href;
      return scripts.some((script) => script.url.split('?')[0] === url && isRun(script, start));
    },
  };
}

function readScripts(file: string): ScriptCoverage[] {
  const { result }: { result: ScriptCoverage[] } = JSON.parse(readFileSync(file, 'utf8'));
  return result.filter(({ url }) => url.startsWith('file:'));
}

/** Node replaces types by blanks, so that places in a source are those in what runs. */
function isRun({ functions }: ScriptCoverage, offset: number): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .sort((one, other) => width(one) - width(other));
  return (around[0]?.count ?? 0) > 0;
}

function width({ startOffset, endOffset }: { startOffset: number; endOffset: number }): number {
  return endOffset - startOffset;
}
