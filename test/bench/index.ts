// `npm run bench`: the service beside a bare server, row by row and on both databases.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import autocannon from 'autocannon';
import { Command, Option } from 'commander';
import { wholeNumber } from '../../scripts/arguments.ts';
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts';
import type { Provider } from '../../src/platform/database/index.ts';
import { createCustomer } from '../../src/platform/keys/index.ts';
import { keysOf } from '../support/key-rules.ts';
import { type Databases, openDatabases, prepare } from '../support/servers/databases.ts';
import { launchServer, type Server } from '../support/servers/server.ts';
import { UNLIMITED } from '../support/servers/unlimited.ts';
import { openDatabase } from '../support/service-database.ts';
import { median, peakMegabytes } from './processes.ts';
import { describeRows, ROW_NAMES, type Row, type RowName } from './rows.ts';

const NOTE = `
The servers take turns. p99 is measured at a fixed rate: half of what the bare server can do at
most. CPU time per request is the figure that other work on the machine affects least.

PostgreSQL is started from the binaries on this machine, and skipped if there are none. CPU time
and memory are read from /proc: the benchmark runs on Linux only.`;

const WIDGETS = 100_000;
const CUSTOMERS = 1_000;
const CONNECTIONS = 32;
const TURN_SECONDS = 2;
const DATABASES = ['sqlite', 'postgresql'] as const;
/** Linux counts CPU time for other processes in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;
/** Requests without a key all come from one address. */
const ANONYMOUS_PER_MINUTE = '1000000';

interface Measured {
  readonly name: string;
  readonly server: Server;
}

interface Options {
  readonly rounds: number;
  readonly rows?: readonly RowName[];
  readonly databases?: readonly Provider[];
}

export async function main() {
  const options = new Command('npm run bench --')
    .description(
      'Measures what a request costs, beside a bare server on node:http and the raw driver.',
    )
    .addOption(new Option('--rows <names...>', 'only these kinds of traffic').choices(ROW_NAMES))
    .addOption(new Option('--databases <names...>', 'only these databases').choices(DATABASES))
    .option('--rounds <n>', 'turns of each server', wholeNumber(1, 1_000), 5)
    .addHelpText('after', NOTE)
    .parse()
    .opts<Options>();
  for (const provider of options.databases ?? DATABASES) {
    const databases = await openDatabases(provider);
    if (!databases) {
      process.stderr.write(`Skipped ${provider}, which is not installed on this machine.\n`);
      continue;
    }
    try {
      await inTemporaryFolder(async (folder) => {
        const stores = await makeStores(databases, folder);
        print([provider, 'server', 'CPU µs', 'requests/s', 'p99 ms']);
        await measureRows(options, stores, await startServers(stores));
      });
    } finally {
      await databases.close();
    }
  }
}

async function measureRows(options: Options, stores: Stores, servers: readonly Measured[]) {
  const requests = describeRows({ ...stores, widgets: WIDGETS });
  try {
    for (const row of options.rows ?? ROW_NAMES) {
      await measureRow(row, requests[row], servers, options);
    }
    for (const { name, server } of servers) {
      print(['peak memory', name, `${peakMegabytes(server.pid).toFixed()} MB`]);
    }
  } finally {
    await Promise.all(servers.map(({ server }) => server.end('SIGTERM')));
  }
}

/** A database with widgets and customers. Every server gets a copy of its own. */
interface Stores {
  copy(): Promise<string>;
  readonly key: string;
  readonly customers: readonly string[];
  readonly keysFile: string;
}

async function makeStores(databases: Databases, folder: string): Promise<Stores> {
  const url = await databases.create('store');
  const key = await prepare(url, WIDGETS);
  const { client, close } = await openDatabase(url, { isTimed: false });
  const customers: string[] = [];
  for (let i = 0; i < CUSTOMERS; i += 1) {
    const customer = { name: `Customer ${i}`, plan: 'enterprise', limits: UNLIMITED } as const;
    customers.push((await createCustomer(keysOf(client), customer)).key);
  }
  await close();
  const keysFile = join(folder, 'keys.json');
  await writeFile(keysFile, JSON.stringify([key, ...customers]));
  let copies = 0;
  const copy = () => {
    copies += 1;
    return databases.copy(url, `copy${copies}`);
  };
  return { copy, key, customers, keysFile };
}

async function startServers({ copy, keysFile }: Stores): Promise<Measured[]> {
  const start = async (name: string, script?: string) => {
    const settings = { ANONYMOUS_PER_MINUTE, DATABASE_URL: await copy(), BENCH_KEYS: keysFile };
    return { name, server: await launchServer(settings, { ...(script && { script }) }) };
  };
  return [await start('service'), await start('bare', resolve('test/bench/bare-server.ts'))];
}

async function measureRow(
  name: string,
  row: Row,
  servers: readonly Measured[],
  { rounds }: Options,
) {
  // The first turn of each server does not count: V8 compiles the code meanwhile.
  for (const { server } of servers) await measure(server, row);
  const fullSpeed = await takeTurns(row, servers, rounds);
  // At full speed, p99 would measure the queue of requests. The bare server is the last one.
  const bareRate = fullSpeed.at(-1)?.rate ?? 0;
  const fixedRate = await takeTurns(row, servers, rounds, Math.round(bareRate / 2));
  for (const [i, { name: serverName }] of servers.entries()) {
    const { cpu = Number.NaN, rate = Number.NaN } = fullSpeed[i] ?? {};
    print([name, serverName, cpu.toFixed(1), rate.toFixed(), String(fixedRate[i]?.p99)]);
  }
}

/** CPU time per request in microseconds, requests per second, and p99 in milliseconds. */
interface Figures {
  readonly cpu: number;
  readonly rate: number;
  readonly p99: number;
}

/** @returns the medians of each server's turns */
async function takeTurns(
  row: Row,
  servers: readonly Measured[],
  rounds: number,
  requestsPerSecond?: number,
): Promise<Figures[]> {
  const turns = servers.map((): Figures[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, { server }] of servers.entries()) {
      turns[i]?.push(await measure(server, row, requestsPerSecond));
    }
  }
  return turns.map((all) => ({
    cpu: median(all.map(({ cpu }) => cpu)),
    rate: median(all.map(({ rate }) => rate)),
    p99: median(all.map(({ p99 }) => p99)),
  }));
}

/** @param requestsPerSecond the fixed rate; without it, as many requests as possible */
async function measure(server: Server, row: Row, requestsPerSecond?: number): Promise<Figures> {
  let sent = 0;
  const setupRequest = (defaults: autocannon.Request) => {
    sent += 1;
    return { ...defaults, ...row.next(sent) };
  };
  const before = cpuMicroseconds(server.pid);
  const { requests, latency, statusCodeStats, errors } = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration: TURN_SECONDS,
    ...(requestsPerSecond && { overallRate: requestsPerSecond }),
    requests: [{ setupRequest }],
  });
  const cpu = (cpuMicroseconds(server.pid) - before) / requests.total;
  const unexpected = Object.keys(statusCodeStats ?? {}).filter(
    (status) => !row.statuses.includes(Number(status)),
  );
  if (errors || unexpected.length > 0) {
    throw new Error(`${errors} requests failed, and responses had the status ${unexpected}.`);
  }
  return { cpu, rate: requests.average, p99: latency.p99 };
}

function print([row = '', server = '', ...figures]: readonly string[]) {
  const columns = figures.map((figure) => figure.padStart(11));
  process.stdout.write(`${row.padEnd(12)} ${server.padEnd(12)}${columns.join('')}\n`);
}

/** User and system time that all threads of a process have used, in microseconds. Only on Linux. */
function cpuMicroseconds(pid: number): number {
  // The fields after the command's name, which may contain spaces. Fields 12 and 13 are utime and
  // stime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
}
