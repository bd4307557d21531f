// API keys: their form, the cache of valid ones, authentication, administration.

export {
  createKey,
  type KeyInfo,
  listKeys,
  type NewCustomer,
  type NewKeyInfo,
  revokeKey,
  rotateKey,
  setPlan,
  unbanKey,
} from './administration.ts';
export { default as authentication, requireApiKey } from './authentication.ts';
export { createKeyCache } from './key-cache.ts';
