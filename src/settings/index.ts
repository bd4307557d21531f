// Settings: what there are, and secrets in files.

export { type Config, SETTINGS, splitList } from './definitions.ts';
export { currentValue, openSecretFile, type Secret } from './secret-files.ts';
