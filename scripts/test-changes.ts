// Tests what has changed, and says what has not been tested.

import { byLikelihood, testsOf } from './changed-tests.ts';
import { RUN } from './programs.ts';
import { runCheck } from './run-check.ts';
import { buildTestedServices } from './tested-services.ts';
import { runTests } from './testing/run-tests.ts';
import { groupsOf } from './testing/test-files.ts';

/** Programs without tests: short runs, as in .ci/run, show that they work. */
const SHORT_RUNS: readonly (readonly [files: RegExp, name: string, command: string])[] = [
  [/^test\/bench\//, 'Benchmark', 'test/bench/index.ts --rows lists --databases sqlite --rounds 1'],
  [/^test\/crash-test\.ts$/, 'Crash test', 'test/crash-test.ts --cycles 2'],
];

/** @returns whether all tests of the changed files pass; without the rest if one fails */
export async function testChanges(changed: readonly string[]): Promise<boolean> {
  const covering = testsOf(changed);
  const parts = byLikelihood(covering);
  const tests = parts.flat();
  const shortRuns = SHORT_RUNS.filter(([files]) => changed.some((file) => files.test(file)));
  if (tests.length + shortRuns.length > 0) await buildTestedServices();
  if (tests.length > 0) {
    process.stdout.write(`Tests of what has changed:\n${tests.join('\n')}\n\n`);
    const groups = parts.flatMap((part) => groupsOf(part));
    if (!(await runTests(groups, { bail: true }))) return false;
  }
  for (const [, name, command] of shortRuns) {
    if (!(await runCheck(name, [RUN, ...command.split(' ')]))) return false;
  }
  const untested = changed.filter(
    (file) => covering.get(file)?.length === 0 && !SHORT_RUNS.some(([files]) => files.test(file)),
  );
  for (const file of untested) process.stdout.write(`No test covers ${file}.\n`);
  const isTested = tests.length + shortRuns.length > 0;
  if (changed.length === 0) process.stdout.write('Nothing has changed since the last commit.\n');
  process.stdout.write(isTested ? 'All checks have passed.\n' : 'No test has run.\n');
  return true;
}
