// API keys: their form, the cache of valid ones, authentication, plans, scopes, administration,
// bans and usage.
//
// One key, by who looks at it: the cache has a `KnownKey`, and a request the `KeyHolder` of it. A
// change reads a `StoredKey`, the row with its customer, and returns a `KeyInfo`, which people are
// shown. A `NewKey` is what is wanted of a key, and a `NewKeyInfo` has the key itself. Lists show a
// `ListedKeyInfo`, made of a `KeyWithUse`.

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
export type { KeyFormat } from './api-key.ts';
export { default as authentication } from './authentication.ts';
export { type Ban, banKey, createBan } from './bans.ts';
export { type Caller, type KeyHolder, UNIDENTIFIED } from './caller.ts';
export { findCustomer, lockCustomer } from './customers.ts';
export type { KeyCache } from './key-cache.ts';
export {
  assertWorking,
  changeKeysOf,
  type Decision,
  decideRevocation,
  decideRevocationWithCreated,
  expectKey,
  issueKey,
  keyColumnsOf,
  type NewKey,
  rotateWithin,
} from './key-changes.ts';
export { readKeyEvents, type Stamp } from './key-events.ts';
export { openKeyFinder } from './key-finder.ts';
export {
  describeKey,
  describeListedKey,
  isWorking,
  KEY_STATES,
  type KeyInfo,
  type ListedKeyInfo,
  type NewKeyInfo,
} from './key-info.ts';
export { type KeysInState, readKeyPage } from './key-pages.ts';
export { type KeyRules, type KeyStore, type KeyTransaction, keyRulesOf } from './key-rules.ts';
export { printable, printableJson, problemOfName } from './names.ts';
export { keyRemovals } from './old-keys.ts';
export type { Limits, PlanTable } from './plans.ts';
export {
  assertCanRotate,
  assertListed,
  missingScopes,
  readScopes,
  type Scopes,
  scopesOfNewKey,
  scopesText,
} from './scopes.ts';
export { type StartedKeys, startKeys } from './start.ts';
export { countKeys, findKey, findKeys, type StoredKey } from './stored-keys.ts';
export { addKeyUsages, openUsage, readKeyUsages, readUsedKeys } from './stored-usages.ts';
