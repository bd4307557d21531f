// Checks what has changed since the last commit, for `npm run check`.

import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { BIOME, OXLINT, RUN, TSC } from './programs.ts';
import { runCheck } from './run-check.ts';
import { testChanges } from './test-changes.ts';

new Command('npm run check --')
  .description(
    'Checks what has changed since the last commit: style, contract, types, and its tests.',
  )
  .parse();

const changed = changedFiles();
const results = await Promise.all([
  runCheck('Style', [BIOME, 'check', '--error-on-warnings', '.']),
  runCheck('Contract', [RUN, 'scripts/contract-lint.ts']),
  generateAndCompile(),
]);
const passed = results.every(Boolean) && (await testChanges(changed));
if (!passed) process.exitCode = 1;

async function generateAndCompile(): Promise<boolean> {
  const isGenerated = await runCheck('Generated files', [
    RUN,
    'scripts/tested-services.ts',
    'generate',
  ]);
  if (!isGenerated) return false;
  const checks = await Promise.all([
    runCheck('Types', [TSC, '--pretty']),
    runCheck('Floating promises', [OXLINT]),
  ]);
  return checks.every(Boolean);
}

/** Removed files, too: something may need them. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const tracked = git('diff', '--name-only', '--no-renames', 'HEAD');
  const created = git('ls-files', '--others', '--exclude-standard');
  return `${tracked}${created}`.split('\n').filter((file) => file !== '');
}
