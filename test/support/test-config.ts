import { type Config, readConfig } from '../../src/config.ts';

/** No request is turned away because the machine has much else to do. */
export const PATIENCE = { MAX_EVENT_LOOP_DELAY_MS: '60000' };

/** The configuration of an application within a test: quiet, and patient, unless it says otherwise. */
export function testConfig(settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ ...PATIENCE, LOG_LEVEL: 'silent', ...settings });
}
