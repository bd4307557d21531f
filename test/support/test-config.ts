// The configuration of tests.

import type { Config } from '../../src/platform/config/index.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { service } from '../../src/service.ts';
import { PATIENCE } from './servers/server.ts';

/** Returns a configuration that logs nothing, and that tolerates a busy machine. */
export function testConfig(settings: Readonly<Record<string, string>> = {}): Config {
  return readConfig(service, { ...PATIENCE, LOG_LEVEL: 'silent', ...settings });
}
