import { PATIENCE } from '../../scripts/servers/server.ts';
import { readConfig } from '../../src/config.ts';
import type { Config } from '../../src/settings/index.ts';

/** The configuration of an application in a test: by default it logs nothing, and tolerates a slow machine. */
export function testConfig(settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ ...PATIENCE, LOG_LEVEL: 'silent', ...settings });
}
