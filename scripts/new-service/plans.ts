// Plans on the command line, such as `reader:100/5000,publisher:custom`.

import type { PlanTable } from '../../src/platform/keys/plans.ts';

const FORM = /^([a-z][a-z0-9]*):(?:(\d+)\/(\d+)|custom)$/;
const MAX_REQUESTS = 2 ** 31 - 1;

/** @throws one line for what is no list of plans with one that has limits */
export function readPlans(text: string): PlanTable {
  const plans = new Map<string, PlanTable[string]>();
  for (const plan of text.split(',')) {
    const [, name, perMinute, perDay] = FORM.exec(plan) ?? [];
    if (name === undefined) {
      throw new Error(
        `"${plan}" is no plan: write NAME:REQUESTS_PER_MINUTE/REQUESTS_PER_DAY or NAME:custom, ` +
          'with commas between plans.',
      );
    }
    if (plans.has(name)) throw new Error(`The plan ${name} appears twice.`);
    plans.set(name, perMinute === undefined ? 'custom' : limitsOf(plan, perMinute, String(perDay)));
  }
  if ([...plans.values()].every((limits) => limits === 'custom')) {
    throw new Error('The first API key needs a plan with limits, such as free:60/1000.');
  }
  return Object.fromEntries(plans);
}

function limitsOf(plan: string, perMinute: string, perDay: string) {
  const limits = { perMinute: Number(perMinute), perDay: Number(perDay) };
  if (Object.values(limits).every((limit) => limit >= 1 && limit <= MAX_REQUESTS)) return limits;
  throw new Error(`"${plan}" is no plan: limits are 1 to ${MAX_REQUESTS} requests.`);
}
