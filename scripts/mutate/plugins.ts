import { createHash } from 'node:crypto';
import type { babel } from '@stryker-mutator/core';
import { createTapTestRunnerFactory, type TapTestRunner } from '@stryker-mutator/tap-runner';
import { testsOf } from './tests.ts';

/*
 * What Stryker loads, also in the processes that run tests: the sample of mutants, and the choice of
 * the tests that run on each.
 */

type Injector = Parameters<ReturnType<typeof createTapTestRunnerFactory>>[0];
type MutantRunOptions = Parameters<TapTestRunner['mutantRun']>[0];

/** How many places there are for each one that is mutated. The variable is for the processes that Stryker starts. */
const SAMPLED = Number(process.env.MUTATE_ONE_OF ?? 1);

/**
 * Ignores all but a sample of statements and conditions. Their text decides, so that the sample is the
 * same in each run, and changes only where the source does.
 */
function shouldIgnore(path: babel.NodePath): string | undefined {
  if (!isPlace(path)) return undefined;
  const [first = 0] = createHash('sha256').update(path.getSource()).digest();
  return first % SAMPLED === 0 ? undefined : 'Not in the sample.';
}

/** A condition, or a statement that has no other within. */
function isPlace(path: babel.NodePath): boolean {
  if (path.key === 'test') return true;
  if (!path.isStatement() || path.isBlockStatement()) return false;
  let hasOther = false;
  path.traverse({
    Statement(inner) {
      hasOther = true;
      inner.stop();
    },
  });
  return !hasOther;
}

/** Runs the tests that should notice first, and leaves out those that cover a mutant by chance. */
function tapOnChosenTests(injector: Injector): TapTestRunner {
  const runner = injector.injectFunction(createTapTestRunnerFactory());
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = (options: MutantRunOptions) => {
    const { testFilter = [], activeMutant } = options;
    return mutantRun({ ...options, testFilter: testsOf(activeMutant.fileName, testFilter) });
  };
  return runner;
}
tapOnChosenTests.inject = ['$injector'] as const;

/** The options of the runner that this one is made of. */
export { strykerValidationSchema } from '@stryker-mutator/tap-runner';

export const strykerPlugins = [
  { kind: 'Ignore', name: 'sample', value: { shouldIgnore } },
  { kind: 'TestRunner', name: 'tap-on-chosen-tests', factory: tapOnChosenTests },
];
