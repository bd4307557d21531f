// `npm test` and `npm run test:all`.

import { Command } from 'commander';
import { buildTestedServices } from './tested-services.ts';
import { runTests } from './testing/run-tests.ts';
import {
  allTestFiles,
  groupsOf,
  longestFirst,
  NEEDS,
  needsOf,
  runsOnBothDatabases,
} from './testing/test-files.ts';

interface Options {
  readonly all?: boolean;
  readonly coverage?: string;
}

const command = new Command('npm test --')
  .description('Runs the tests. Shows what has failed.')
  .option('--all', 'also run what takes long, as npm run test:all does')
  .option('--coverage <folder>', 'write there what Node says of what is covered')
  .parse();
const { all = false, coverage } = command.opts<Options>();

const files = longestFirst(allTestFiles());
const quick = files.filter((file) => needsOf(file).length === 0);
const long = files.filter((file) => needsOf(file).length > 0);
const onPostgresql = files.filter(runsOnBothDatabases);
await buildTestedServices();
const groups = groupsOf(quick);
const others = all ? [...groupsOf(long), ...groupsOf(onPostgresql, true)] : [];
// What takes longest is started first.
const havePassed = await runTests([...others, ...groups], { coverage });
if (!all) {
  const needs = Object.values(NEEDS);
  const needed = `${needs.slice(0, -1).join(', ')} or ${needs.at(-1)}`;
  process.stdout.write(
    `Left out: ${long.length} files that need ${needed}, and ${onPostgresql.length} on ` +
      'PostgreSQL. All run with: npm run test:all\n',
  );
}
if (!havePassed) process.exitCode = 1;
