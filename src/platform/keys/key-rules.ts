// What each service decides about its API keys: their form, and the plans of their customers.

import type { PrismaClient, Transaction } from '../database/index.ts';
import { createKeyFormat, type KeyFormat } from './api-key.ts';
import { createPlans, type Plans, type PlanTable } from './plans.ts';

export interface KeyRules {
  readonly keyFormat: KeyFormat;
  readonly plans: Plans;
}

/** The keys in a database. */
export interface KeyStore extends KeyRules {
  readonly client: PrismaClient;
}

/** The keys in a database, within a transaction if there is one. */
export interface KeyTransaction extends KeyRules {
  readonly client: Transaction;
}

export function keyRulesOf(service: {
  readonly keyPrefix: string;
  readonly plans: PlanTable;
}): KeyRules {
  return { keyFormat: createKeyFormat(service.keyPrefix), plans: createPlans(service.plans) };
}
