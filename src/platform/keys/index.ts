// API keys: their form, the cache of valid ones, authentication, administration, usage.

export { type OwnKeys, openOwnKeys } from '../account/own-keys.ts';
export {
  createCustomer,
  createKey,
  disableKey,
  enableKey,
  identifyKeys,
  listKeys,
  type NewCustomer,
  removeCustomer,
  revokeKey,
  revokeWithCreated,
  rotateKey,
  setExpiry,
  setPlan,
  setScopes,
  unbanKey,
} from './administration.ts';
export { apiKeysIn, hintOf, resemblesApiKey, withoutApiKeys } from './api-key.ts';
export { default as authentication } from './authentication.ts';
export { type Caller, UNIDENTIFIED } from './caller.ts';
export { createKeyCache, type KeyCache } from './key-cache.ts';
export type { NewKey } from './key-changes.ts';
export { KEY_STATES, type KeyInfo, type ListedKeyInfo, type NewKeyInfo } from './key-info.ts';
export { missingScopes, type Scopes, scopesText } from './scopes.ts';
export { startKeyUsage } from './usage.ts';
