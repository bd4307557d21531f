import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runTests } from './run-tests.ts';
import { isContractSource } from './sources.ts';

const RUN = 'scripts/run.js';
const TSC = fileURLToPath(new URL('lib/tsc.js', import.meta.resolve('typescript7/package.json')));
const BIOME = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));

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
  const isMade = await run('Generated files', [RUN, 'scripts/generate/index.ts']);
  if (!isMade) return false;
  const [isTyped, isAwaited] = await Promise.all([
    run('Types', [TSC, '--pretty']),
    run('Floating promises', [RUN, 'scripts/floating-promises.ts']),
  ]);
  return isTyped && isAwaited;
}

function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const tracked = git('diff', '--name-only', 'HEAD');
  const created = git('ls-files', '--others', '--exclude-standard');
  return `${tracked}${created}`.split('\n').filter((file) => file !== '' && existsSync(file));
}

/**
 * The tests that were changed, those with the name of a changed file, and for what an operation is
 * made of the requests that are generated from the contract.
 */
function testsOf(files: readonly string[]): string[] {
  const tests = globSync('test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
  const names = new Set(files.map((file) => `${basename(file).replace(/\..*$/, '')}.test.ts`));
  const isOfOperations = files.some(
    (file) => isContractSource(file) || /^src\/(handlers|database)\//.test(file),
  );
  if (isOfOperations) names.add('properties.test.ts');
  return tests.filter((file) => names.has(basename(file))).sort();
}

async function run(name: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(code === 0 ? `${name}: ok\n` : `${name}:\n${output}`);
  return code === 0;
}
