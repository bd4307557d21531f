// Settings: what there are, which variables of the environment are meant as such, secrets in files, and what can be shown of them.

export { type Config, SETTINGS } from './definitions.ts';
export { describeRedis } from './described-addresses.ts';
export type { Environment } from './environment.ts';
export { misspeltSettings } from './misspelt.ts';
export {
  attributed,
  currentValue,
  fileVariable,
  followSecretFile,
  readSecretFiles,
  type Secret,
  type SecretFile,
  type SecretLog,
} from './secret-files.ts';
export { isServiceLink } from './service-links.ts';
