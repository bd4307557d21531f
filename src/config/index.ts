// Settings: their definitions, and secrets in files.

export { type Config, headersOf, SETTINGS, splitList } from './definitions.ts';
export { listenHost, openableOrigin } from './listen-address.ts';
export { fitOpenFiles, openFilesLimit } from './open-files.ts';
export { currentValue, type Secret, type SettingsLog } from './secret-files.ts';
