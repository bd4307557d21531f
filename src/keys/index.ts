// API keys: their form, the cache of valid ones, authentication, administration, usage.

export {
  createKey,
  identifyKeys,
  type KeyInfo,
  listKeys,
  type NewCustomer,
  type NewKeyInfo,
  revokeKey,
  rotateKey,
  scopesText,
  setPlan,
  setScopes,
  unbanKey,
} from './administration.ts';
export { apiKeysIn, hintOf, resemblesApiKey, withoutApiKeys } from './api-key.ts';
export { default as authentication } from './authentication.ts';
export { type Caller, UNIDENTIFIED } from './caller.ts';
export { createKeyCache, type KeyCache } from './key-cache.ts';
export { startKeyUsage } from './usage.ts';
