// Random steps, taken by the real thing and by a model of it, until the two differ.
//
// A failure shows its seed and the fewest steps that were found to lead to it. TEST_SEED=NUMBER
// repeats it as the first run, and TEST_LENGTH=10 makes ten times as many runs.

import type { Test } from 'tap';
import { createRandom } from './random.ts';
import { SEED } from './seed.ts';

/** How many times as many runs are made as in the suite. */
const LENGTH = Number(process.env.TEST_LENGTH ?? 1);
/** How long to look for fewer steps that fail as well. */
const MAX_SHORTENING_MS = 30_000;
/** The first numbers of two seeds that follow each other are almost the same. */
const SKIPPED_NUMBERS = 8;

export interface Random {
  /** A number from 0 to 1. */
  number(): number;
  /** A whole number below the limit. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Makes one of these, by their weights. */
  oneOf<Item>(makers: readonly (readonly [weight: number, make: () => Item])[]): Item;
}

/** The real thing and its model, at the beginning of a run. */
export interface Run<Step> {
  /** Lets both take a step. @throws if they differ */
  take(step: Step): Promise<void> | void;
  /** Compares them once more. @throws if they differ */
  finish?(): Promise<void> | void;
  /** Ends what the run has started, however it went. */
  close?(): Promise<void> | void;
}

export interface Model<Step> {
  /** How many runs there are in the suite. */
  readonly runs: number;
  readonly stepsPerRun: number;
  makeStep(random: Random): Step;
  /** @param seed that of the run, for what is the same in all of its steps */
  begin(seed: number): Promise<Run<Step>> | Run<Step>;
}

/** Makes runs until one differs from the model, which fails the test. */
export async function followModel<Step>(
  t: Test,
  { runs, stepsPerRun, makeStep, begin }: Model<Step>,
): Promise<void> {
  for (let seed = SEED; seed < SEED + runs * LENGTH; seed += 1) {
    const random = randomOf(seed);
    const steps = Array.from({ length: stepsPerRun }, () => makeStep(random));
    const beginRun = () => begin(seed);
    const failure = await failureOf(beginRun, steps);
    if (!failure) continue;
    const shortest = await shorten(beginRun, failure);
    const shown = shortest.steps.map((step) => JSON.stringify(step));
    const { message, stack = '' } = shortest.error;
    t.fail(`TEST_SEED=${seed}: ${message}`, { steps: shown, stack });
    return;
  }
  t.pass(`${runs * LENGTH} runs of ${stepsPerRun} steps, from TEST_SEED=${SEED}`);
}

function randomOf(seed: number): Random {
  const number = createRandom(seed);
  for (let i = 0; i < SKIPPED_NUMBERS; i += 1) number();
  const below = (limit: number) => Math.floor(number() * limit);
  return {
    number,
    below,
    // The place is one of the list.
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    oneOf(makers) {
      let left = number() * makers.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, make] of makers) {
        left -= weight;
        if (left < 0) return make();
      }
      throw new Error('There is nothing to choose from.');
    },
  };
}

interface Failure<Step> {
  readonly steps: readonly Step[];
  readonly error: Error;
}

/** Takes the steps. @returns the error, and the steps until then, if there is one */
async function failureOf<Step>(
  begin: () => ReturnType<Model<Step>['begin']>,
  steps: readonly Step[],
): Promise<Failure<Step> | undefined> {
  const run = await begin();
  let taken = 0;
  try {
    for (const step of steps) {
      taken += 1;
      await run.take(step);
    }
    await run.finish?.();
    return undefined;
  } catch (error) {
    return { steps: steps.slice(0, taken), error: error as Error };
  } finally {
    await run.close?.();
  }
}

/** Leaves out what is not needed for a failure: half of the steps at once, and ever fewer. */
async function shorten<Step>(
  begin: () => ReturnType<Model<Step>['begin']>,
  failure: Failure<Step>,
) {
  const endMs = performance.now() + MAX_SHORTENING_MS;
  let shortest = failure;
  for (let size = Math.ceil(failure.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.steps.length && performance.now() < endMs; ) {
      const shorter = await failureOf(begin, shortest.steps.toSpliced(at, size));
      if (shorter) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}
