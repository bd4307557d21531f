/** What counts in Redis, as far as its outages are concerned. */
export interface Observed {
  /** Waits until all of it counts in Redis. */
  untilUp(): Promise<unknown>;
  /** Changes with each outage that begins. */
  outages(): unknown;
}

const MAX_ATTEMPTS = 20;

/**
 * Repeats an attempt during which the machine was so busy that Redis took too long to respond.
 *
 * @throws when there is an outage in each attempt, which is no matter of the machine any more
 */
export async function undisturbed<Result>(
  { untilUp, outages }: Observed,
  attempt: (number: number) => Promise<Result>,
): Promise<Result> {
  for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
    await untilUp();
    const before = await outages();
    const result = await attempt(number);
    if ((await outages()) === before) return result;
  }
  throw new Error(`an outage of Redis in each of ${MAX_ATTEMPTS} attempts`);
}
