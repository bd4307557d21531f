import { readName, readOptions, readWholeNumber } from '../arguments.ts';
import { killServers } from '../testbed/server.ts';
import type { Report } from './judge.ts';
import { observe } from './observe.ts';
import type { StageKind } from './stage.ts';
import { database } from './stages/database.ts';
import { failover } from './stages/failover.ts';
import { pooler } from './stages/pooler.ts';
import { redis } from './stages/redis.ts';
import { redisCluster } from './stages/redis-cluster.ts';
import { restore } from './stages/restore.ts';
import { rollingRestart } from './stages/rolling-restart.ts';
import { sqliteFull, sqliteReadOnly } from './stages/sqlite.ts';
import { tableOf } from './table.ts';

const STAGES: readonly StageKind[] = [
  database,
  failover,
  pooler,
  redis,
  redisCluster,
  sqliteFull,
  sqliteReadOnly,
  rollingRestart,
  restore,
];
const NAMES = STAGES.flatMap(({ faults }) => faults);

const HELP = `Injects faults into real servers, one after the other, while customers call the service, and prints
what they saw. Fails if that is not what OPERATIONS.md promises.

  npm run drill -- [--seconds 3] [--fault database-killed]

--seconds  how long each fault holds
--fault    only that fault: ${NAMES.join(', ')}
`;

await main();

async function main() {
  const values = readOptions(HELP, { seconds: '3', fault: '' });
  if (!values) return;
  const seconds = readWholeNumber('--seconds', values.seconds, 1, 3_600);
  const chosen = values.fault ? [readName('--fault', values.fault, NAMES)] : NAMES;
  const reports: Report[] = [];
  const problems: string[] = [];
  for (const kind of STAGES) {
    const names = kind.faults.filter((name) => chosen.includes(name));
    if (names.length === 0) continue;
    await drill(kind, names, seconds, reports).catch((error: Error) => {
      problems.push(`${names.join(', ')}: ${error.message}`);
    });
    killServers();
  }
  process.stdout.write(`${tableOf(reports)}\n`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const broken = reports.filter((report) => report.broken.length > 0).length + problems.length;
  process.stdout.write(broken === 0 ? '\nAll as promised.\n' : `\n${broken} not as promised.\n`);
  // What a failure has left running would keep this process alive.
  process.exit(broken === 0 ? 0 : 1);
}

/** Injects the faults of a stage. */
async function drill(
  kind: StageKind,
  names: readonly string[],
  seconds: number,
  reports: Report[],
) {
  const stage = await openStage(kind);
  if (!stage) return skip(names, kind.needs);
  try {
    for (const name of names) {
      const fault = stage.faults[name];
      if (!fault) {
        skip([name], 'an account that may mount a file system');
        continue;
      }
      process.stderr.write(`${name} ...\n`);
      reports.push(await observe(name, fault, stage, seconds));
    }
  } finally {
    await stage.close();
  }
}

/** @returns undefined where what it needs is not installed */
async function openStage(kind: StageKind) {
  try {
    return await kind.open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws in CI, which has everything */
function skip(names: readonly string[], needs: string) {
  if (process.env.CI) throw new Error(`needs ${needs}.`);
  process.stdout.write(`skipped: ${names.join(', ')} needs ${needs}\n`);
}
