import { spawnSync } from 'node:child_process';

/**
 * Why a test is skipped on this machine; false if all these programs are installed.
 *
 * @throws in CI, where a test that lacks a program fails
 */
export function unlessInstalled(...names: readonly string[]): string | false {
  const missing = names.filter((name) => spawnSync(name, ['--version']).status !== 0);
  if (missing.length === 0) return false;
  const reason = `there is no ${missing.join(' or ')} here`;
  if (process.env.CI) throw new Error(`In CI tests need all programs: ${reason}.`);
  return reason;
}
