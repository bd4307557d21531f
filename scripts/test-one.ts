import { type ChildProcess, spawn } from 'node:child_process';
import { Command } from 'commander';
import { runTests } from './run-tests.ts';
import { watchFolders } from './watch-folders.ts';

/** Not generated/, which each run updates. */
const WATCHED_FOLDERS = ['openapi', 'prisma', 'scripts', 'src', 'test'];
const SETTLE_MS = 50;

interface Options {
  readonly watch?: boolean;
  readonly postgresql?: boolean;
  readonly inspect?: boolean;
}

const command = new Command('npm run test:one --')
  .description('Runs test files, or those in folders, without coverage. Shows what has failed.')
  .argument('<files...>')
  .option('--watch', 'run them again whenever a file is saved')
  .option('--postgresql', 'run on PostgreSQL what runs on either database')
  .option('--inspect', 'wait for a debugger before the first line (port 9229)')
  .parse();
const { watch, postgresql = false, inspect } = command.opts<Options>();

if (watch) runOnSaves();
else {
  const nodeOptions = inspect ? ['--inspect-brk'] : [];
  if (!(await runTests(command.args, { postgresql, nodeOptions }))) process.exitCode = 1;
}

/** Starts this command anew each time, without `--watch`, so that it loads the saved sources. */
function runOnSaves() {
  const args = process.argv.slice(2).filter((argument) => argument !== '--watch');
  let tests: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    tests = spawn(process.execPath, ['scripts/run.js', 'scripts/test-one.ts', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  };
  const rerun = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!tests || tests.exitCode !== null) return run();
      tests.once('exit', run).kill();
    }, SETTLE_MS);
  };
  run();
  watchFolders(WATCHED_FOLDERS, rerun, new AbortController().signal);
}
