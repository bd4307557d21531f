// Settings: their definitions, and secrets in files.

export { type Config, headersOf, SETTINGS, splitList } from './definitions.ts';
export { currentValue, type Secret, type SettingsLog } from './secret-files.ts';
