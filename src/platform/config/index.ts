// Settings: the table of all, rules, secrets in files, and what follows from them for listeners and
// open files. The start alone imports read-config.ts, which loads Ajv.

export { listenHost, openableOrigin, ownOrigin } from './listen-address.ts';
export { fitOpenFiles, openFilesLimit } from './open-files.ts';
export { REVISION } from './revision.ts';
export { baseUrl, headersOf, splitList } from './rules.ts';
export { currentValue, type Secret, type SettingsLog } from './secret-files.ts';
export {
  type Config,
  type OwnSettings,
  ownValues,
  type Settings,
  settingsOf,
  type ValuesOf,
} from './settings.ts';
