import type { Customer } from '../../generated/prisma/sqlite/client.ts';
import type { Plan } from '../../generated/prisma/sqlite/enums.ts';

export type { Plan };

/** How many requests a caller may make. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The limits that come with a plan; a plan without an entry has them agreed customer by customer. */
export const PLAN_LIMITS: Readonly<Record<Plan, Limits | undefined>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: undefined,
};

/**
 * The limits that hold for a customer.
 *
 * @throws when the plan needs limits of its own and the customer has none
 */
export function limitsOf(customer: Pick<Customer, 'plan' | 'perMinute' | 'perDay'>): Limits {
  const { plan, perMinute, perDay } = customer;
  const limits = PLAN_LIMITS[plan] ?? (perMinute && perDay ? { perMinute, perDay } : undefined);
  if (!limits) throw new Error(`A customer on the plan ${plan} has no limits.`);
  return limits;
}
