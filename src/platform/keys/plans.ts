// The plans, and how many requests each allows.

import type { Customer } from '../../../generated/platform/prisma/client.ts';

export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** How many requests a caller may make. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The limits of each plan; `custom` for a plan whose limits are agreed with each customer. */
export type PlanTable = Readonly<Record<string, Limits | 'custom'>>;

/** The limits of each plan. Those of enterprise are agreed with each customer. */
export const PLAN_LIMITS: Readonly<Record<Plan, Limits | undefined>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: undefined,
};

/** The plan of a customer, which is a text in the database. @throws if there is no such plan */
export function readPlan(plan: string): Plan {
  if (Object.hasOwn(PLAN_LIMITS, plan)) return plan as Plan;
  throw new Error(`There is no plan ${plan}.`);
}

type StoredLimits = Pick<Customer, 'plan' | 'perMinute' | 'perDay'>;

/**
 * The limits that apply to a customer: those of its plan, or its own.
 *
 * @throws if there is no such plan, or if its customer has no limits
 */
export function limitsOf(customer: StoredLimits): Limits {
  const { plan, perMinute, perDay } = customer;
  const fixed = PLAN_LIMITS[readPlan(plan)];
  if (fixed) return fixed;
  if (perMinute && perDay) return { perMinute, perDay };
  throw new Error(`A customer of the plan ${plan} has no limits.`);
}
