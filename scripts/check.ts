import { execFile, execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { updateBuild } from './build/update.ts';
import { testsOf } from './changed-tests.ts';
import { BIOME, OXLINT, RUN, TSC } from './programs.ts';
import { runTests } from './run-tests.ts';

new Command('npm run check')
  .description(
    'Checks what has changed since the last commit: style, contract, types, and its tests.',
  )
  .parse();

/** Programs without tests: short runs, as in .ci/run, show that they work. */
const SHORT_RUNS: readonly (readonly [files: RegExp, name: string, command: string])[] = [
  [/^test\/bench\//, 'Benchmark', 'test/bench/index.ts --rows lists --databases sqlite --rounds 1'],
  [/^test\/crash-test\.ts$/, 'Crash test', 'test/crash-test.ts --cycles 2'],
];

/** How many characters of output a check may write. */
const MAX_OUTPUT = 100_000_000;

const changed = changedFiles();
const results = await Promise.all([
  run('Style', [BIOME, 'check', '--error-on-warnings', '.']),
  run('Contract', [RUN, 'scripts/contract-lint.ts']),
  generateAndCompile(),
]);
const passed = results.every(Boolean) && (await testChanges());
if (!passed) process.exitCode = 1;

/** Tests what has changed, and says what has not been tested. @returns whether all tests pass */
async function testChanges(): Promise<boolean> {
  const covering = testsOf(changed);
  const tests = [...new Set([...covering.values()].flat())].sort();
  const shortRuns = SHORT_RUNS.filter(([files]) => changed.some((file) => files.test(file)));
  if (tests.length > 0) {
    process.stdout.write(`Tests of what has changed:\n${tests.join('\n')}\n\n`);
    if (!(await runTests(tests))) return false;
  }
  if (shortRuns.length > 0) await updateBuild();
  for (const [, name, command] of shortRuns) {
    if (!(await run(name, [RUN, ...command.split(' ')]))) return false;
  }
  const untested = changed.filter(
    (file) => covering.get(file)?.length === 0 && !SHORT_RUNS.some(([files]) => files.test(file)),
  );
  for (const file of untested) process.stdout.write(`No test covers ${file}.\n`);
  const isTested = tests.length + shortRuns.length > 0;
  if (changed.length === 0) process.stdout.write('Nothing has changed since the last commit.\n');
  process.stdout.write(isTested ? 'All checks have passed.\n' : 'No test has run.\n');
  return true;
}

async function generateAndCompile(): Promise<boolean> {
  const isGenerated = await run('Generated files', [RUN, 'scripts/generate/index.ts']);
  if (!isGenerated) return false;
  const checks = await Promise.all([
    run('Types', [TSC, '--pretty']),
    run('Floating promises', [OXLINT]),
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

/** Runs a check, and shows its output if it fails. @returns whether it passes */
function run(name: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      process.stdout.write(error ? `${name}:\n${stdout}${stderr}` : `${name}: ok\n`);
      resolve(error === null);
    });
  });
}
