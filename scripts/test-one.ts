// `npm run test:one`: runs test files, or those in folders.

import { type ChildProcess, spawn } from 'node:child_process';
import { Command } from 'commander';
import { RUN } from './programs.ts';
import { buildTestedServices } from './tested-services.ts';
import { runTests } from './testing/run-tests.ts';
import { groupsOf, testFilesIn } from './testing/test-files.ts';
import { watchFolders } from './watch-folders.ts';

/** Without generated/, which each run updates. */
const WATCHED_FOLDERS = ['openapi', 'prisma', 'scripts', 'src', 'test'];

interface Options {
  readonly watch?: boolean;
  readonly postgresql?: boolean;
  readonly inspect?: boolean;
}

const command = new Command('npm run test:one --')
  .description('Runs test files, or those in folders. Shows what has failed.')
  .argument('<files...>')
  .option('--watch', 'run them again whenever a file is saved')
  .option('--postgresql', 'run tests that support both databases on PostgreSQL')
  .option('--inspect', 'wait for a debugger before the first line (port 9229)')
  .parse();
const { watch, postgresql = false, inspect } = command.opts<Options>();

if (watch) runOnSaves();
else {
  await buildTestedServices();
  const files = command.args.flatMap(testFilesIn);
  const nodeOptions = inspect ? ['--inspect-brk'] : [];
  const groups = groupsOf(files, postgresql);
  if (!(await runTests(groups, { showsPassed: true, nodeOptions }))) process.exitCode = 1;
}

/** Runs this command without `--watch`, in a new process that loads the saved sources. */
function runOnSaves() {
  const args = process.argv.slice(2).filter((argument) => argument !== '--watch');
  let tests = run();

  function run(): ChildProcess {
    return spawn(process.execPath, [RUN, 'scripts/test-one.ts', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  function restart() {
    tests = run();
  }

  function rerun() {
    const hasEnded = tests.exitCode !== null || tests.signalCode !== null;
    if (hasEnded) restart();
    // A further save may come before the process has ended.
    else tests.off('exit', restart).once('exit', restart).kill();
  }

  watchFolders(WATCHED_FOLDERS, rerun, new AbortController().signal);
}
