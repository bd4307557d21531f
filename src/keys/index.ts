// API keys: their form, the cache of those that are valid, authentication, administration.

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
export { default as identify } from './identify.ts';
export { createKeyDirectory } from './key-cache.ts';
export { default as requireApiKey } from './require-api-key.ts';
