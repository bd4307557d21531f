// The configuration of tests.

import type { Config } from '../../src/platform/config/index.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { PATIENCE } from './servers/server.ts';
import { type AnyTested, SAMPLE } from './services.ts';

/** Returns a configuration that logs nothing, and that tolerates a busy machine. */
export function testConfig(
  settings: Readonly<Record<string, string>> = {},
  { service }: AnyTested = SAMPLE,
): Config {
  return readConfig(service, { ...PATIENCE, LOG_LEVEL: 'silent', ...settings });
}
