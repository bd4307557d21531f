import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { BIOME, OXLINT, RUN, TSC } from './programs.ts';
import { runTests } from './run-tests.ts';
import { launch } from './servers/process.ts';
import { isContractSource } from './sources.ts';

new Command('npm run check')
  .description(
    'Checks what has changed since the last commit: style, contract, types, and its tests.',
  )
  .parse();

const changed = changedFiles();
const results = await Promise.all([
  run('Style', [BIOME, 'check', '--error-on-warnings', '.']),
  run('Contract', [RUN, 'scripts/contract-lint.ts']),
  generateAndCompile(),
]);
const tests = testsOf(changed);
if (results.every(Boolean) && tests.length > 0) results.push(await runTests(tests));
if (results.every(Boolean)) process.stdout.write('All checks have passed.\n');
else process.exitCode = 1;

async function generateAndCompile(): Promise<boolean> {
  const isGenerated = await run('Generated files', [RUN, 'scripts/generate/index.ts']);
  if (!isGenerated) return false;
  const checks = await Promise.all([
    run('Types', [TSC, '--pretty']),
    run('Floating promises', [OXLINT]),
  ]);
  return checks.every(Boolean);
}

function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const tracked = git('diff', '--name-only', 'HEAD');
  const created = git('ls-files', '--others', '--exclude-standard');
  return `${tracked}${created}`.split('\n').filter((file) => file !== '' && existsSync(file));
}

/**
 * The changed tests, and the tests named after a changed file. If the contract, a handler or the
 * database has changed, also the test that sends requests generated from the contract.
 */
function testsOf(files: readonly string[]): string[] {
  const tests = globSync('test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
  const names = new Set(files.map((file) => `${basename(file).replace(/\..*$/, '')}.test.ts`));
  const concernsOperations = files.some(
    (file) => isContractSource(file) || /^src\/(handlers|database)\//.test(file),
  );
  if (concernsOperations) names.add('properties.test.ts');
  return tests.filter((file) => names.has(basename(file))).sort();
}

/** Runs a check, and shows its output if it fails. @returns whether it passes */
async function run(name: string, args: readonly string[]): Promise<boolean> {
  const { code, stdout, stderr } = await launch([process.execPath, ...args], {}).ended;
  process.stdout.write(code === 0 ? `${name}: ok\n` : `${name}:\n${stdout}${stderr}`);
  return code === 0;
}
