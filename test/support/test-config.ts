// The configuration of tests.

import type { Config } from '../../src/config/index.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { PATIENCE } from './servers/server.ts';

/** Returns a configuration that logs nothing, and that tolerates a busy machine. */
export function testConfig(settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ ...PATIENCE, LOG_LEVEL: 'silent', ...settings });
}
