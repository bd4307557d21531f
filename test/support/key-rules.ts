// What the service of these tests decides about its API keys, and the keys in a database.

import type { PrismaClient } from '../../src/platform/database/index.ts';
import { type KeyStore, keyRulesOf } from '../../src/platform/keys/index.ts';
import { type AnyTested, SAMPLE } from './services.ts';

export const keyRules = keyRulesOf(SAMPLE.service);

export const { generateApiKey, isWellFormed, resemblesApiKey, withoutApiKeys, apiKeysIn, hintOf } =
  keyRules.keyFormat;

export function keysOf(client: PrismaClient, { service }: AnyTested = SAMPLE): KeyStore {
  return { ...keyRulesOf(service), client };
}
