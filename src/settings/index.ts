// Settings: what there are, and secrets in files.

export { type Config, SETTINGS, splitList } from './definitions.ts';
export { currentValue, openSecretFile, type Secret, type SettingsLog } from './secret-files.ts';
