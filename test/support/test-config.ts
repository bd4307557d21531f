import { readConfig } from '../../src/config.ts';
import type { Config } from '../../src/settings/index.ts';

/** No request is rejected because the machine has other work. */
export const PATIENCE = { MAX_EVENT_LOOP_DELAY_MS: '60000' };

/** The configuration of an application in a test: by default it logs nothing, and tolerates a slow machine. */
export function testConfig(settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ ...PATIENCE, LOG_LEVEL: 'silent', ...settings });
}
