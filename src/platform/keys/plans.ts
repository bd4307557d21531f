// The plans, and how many requests each allows.

import type { Customer } from '../../../generated/platform/prisma/client.ts';

/** How many requests a caller may make. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The limits of each plan; `custom` for a plan whose limits are agreed with each customer. */
export type PlanTable = Readonly<Record<string, Limits | 'custom'>>;

type StoredLimits = Pick<Customer, 'plan' | 'perMinute' | 'perDay'>;

export type Plans = ReturnType<typeof createPlans>;

export function createPlans(table: PlanTable) {
  /** Of the plan of a customer, which is a text in the database. @throws if there is none */
  function fixedLimits(plan: string): Limits | 'custom' {
    const limits = Object.hasOwn(table, plan) ? table[plan] : undefined;
    if (limits) return limits;
    throw new Error(`There is no plan ${plan}.`);
  }

  /**
   * The limits that apply to a customer: those of its plan, or its own.
   *
   * @throws if there is no such plan, or if its customer has no limits
   */
  function limitsOf({ plan, perMinute, perDay }: StoredLimits): Limits {
    const fixed = fixedLimits(plan);
    if (fixed !== 'custom') return fixed;
    if (perMinute && perDay) return { perMinute, perDay };
    throw new Error(`A customer of the plan ${plan} has no limits.`);
  }

  return { names: Object.keys(table), fixedLimits, limitsOf };
}
