// What the service of these tests decides about its API keys, and the keys in a database.

import type { PrismaClient } from '../../src/platform/database/index.ts';
import { type KeyStore, keyRulesOf } from '../../src/platform/keys/index.ts';
import { service } from '../../src/service.ts';

export const keyRules = keyRulesOf(service);

export const { generateApiKey, isWellFormed, resemblesApiKey, withoutApiKeys, apiKeysIn, hintOf } =
  keyRules.keyFormat;

export const keysOf = (client: PrismaClient): KeyStore => ({ ...keyRules, client });
