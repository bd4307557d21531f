// Settings: their definitions, and secrets in files.

export { listenHost, openableOrigin, ownOrigin } from './listen-address.ts';
export { fitOpenFiles, openFilesLimit } from './open-files.ts';
export { headersOf, type Rule, splitList } from './rules.ts';
export { currentValue, type Secret, type SettingsLog } from './secret-files.ts';
export {
  type Config,
  type ConfiguredService,
  type OwnSettings,
  ownValues,
  type Settings,
  settingsOf,
  type ValuesOf,
} from './settings.ts';
