import { performance } from 'node:perf_hooks';
import { readName, readOptions, readWholeNumber } from '../arguments.ts';
import { BALANCERS } from '../testbed/balancers.ts';
import { reserveCore } from '../testbed/cores.ts';
import { prepare, sqliteFiles } from '../testbed/databases.ts';
import { type NextRequest, type Outcome, sendAtRate, sendInTurn } from '../testbed/load.ts';
import { openPipelines, type Pipeline, requestText } from '../testbed/pipeline.ts';
import { killServers, type Server, startServer } from '../testbed/server.ts';
import { percentile } from '../testbed/statistics.ts';
import { ATTACKS } from './attacks.ts';
import { openStore, type Withstood, withstand } from './withstand.ts';

const HELP = `Measures how many requests the service can serve, and then sends it three times as many for a while.
Fails unless every response is 2xx, 429 or 503, accepted requests have a p99 below a second, memory
stays flat, and the service serves as before when the flood ends.

Then lets a caller attack it in each of these ways, and fails unless another customer gets 2xx
only, each within a second, and memory stays below 200 MB:

  ${Object.keys(ATTACKS).join('\n  ')}

  npm run flood -- [--seconds 60] [--behind nginx]
  npm run flood -- --attack unread-lists  only that attack
  npm run flood -- --requests 3000000     sends that many requests and checks memory only

--seconds   how long the flood lasts; an attack lasts half as long
--attack    one of the attacks, or all of them, without the flood
--behind    attacks through ${BALANCERS.join(' or ')}, which has to be installed
--force-gc  makes the service collect all its garbage ten times a second
`;

/** How many times its capacity the service is sent. */
const FACTOR = 3;
const CONNECTIONS = 500;
const PROBES = 3;
const PROBE_SECONDS = 4;
const PROBE_CONNECTIONS = 32;
const MAX_P99_MS = 1_000;
const MAX_MEMORY_MB = 200;
/** How much higher the peak of memory may be in the second half than in the first. */
const MAX_MEMORY_GROWTH = 1.15;
/** The share of the capacity before the flood that must be there after it, on a machine with other work. */
const MIN_RECOVERY = 0.7;

/** Collects all garbage ten times a second, including statements that nothing refers to any more. */
const FORCE_GC = ['--expose-gc', '--import=data:text/javascript,setInterval(gc,100).unref()'];

await main();

async function main() {
  const defaults = { seconds: '60', requests: '0', attack: '', behind: '', 'force-gc': false };
  const values = readOptions(HELP, defaults);
  if (!values) return;
  reserveCore();
  const names = Object.keys(ATTACKS);
  const attack = values.attack && readName('--attack', values.attack, [...names, 'all']);
  const behind = values.behind ? readName('--behind', values.behind, BALANCERS) : undefined;
  const seconds = readWholeNumber('--seconds', values.seconds, 1, 86_400);
  const requests = readWholeNumber('--requests', values.requests, 0, 1e9);
  const databases = await sqliteFiles();
  try {
    if (!attack) {
      const url = await databases.create('flooded');
      const key = await prepare(url, 20);
      const flags = values['force-gc'] ? FORCE_GC : [];
      const service = await startServer(key, { DATABASE_URL: url }, { flags });
      const next = mixOf(key);
      if (requests) await sendMany(service, next, requests);
      else await flood(service, next, seconds);
      await service.stop();
    }
    if (requests) return;
    const attacks = !attack || attack === 'all' ? names : [attack];
    const store = await openStore(await databases.create('attacked'));
    for (const name of attacks) {
      checkAttack(await withstand(name, store, { behind, seconds: seconds / 2 }));
    }
  } finally {
    killServers();
    await databases.close();
  }
}

async function flood(service: Server, next: NextRequest, seconds: number) {
  const probes = await openPipelines(service.port, PROBE_CONNECTIONS);
  const before = await bestProbe(probes, next);
  // Opened only now, since the service closes idle connections.
  const crowd = await openPipelines(service.port, CONNECTIONS);
  const memory = watchMemory(service);
  const offeredPerSecond = before.perSecond * FACTOR;
  const flooded = await sendAtRate(crowd, next, offeredPerSecond, seconds);
  const peaks = await memory.stop();
  for (const connection of crowd) connection.close();
  const after = await bestProbe(probes, next);
  for (const connection of probes) connection.close();

  const accepted = acceptedMs(flooded);
  const p99Ms = Math.round(percentile(accepted, 0.99));
  print({
    capacityPerSecond: before.perSecond,
    offeredPerSecond,
    answeredPerSecond: Math.round(
      Object.values(flooded.latenciesMs).flat().length / flooded.seconds,
    ),
    acceptedPerSecond: Math.round(accepted.length / flooded.seconds),
    statuses: countsOf(flooded),
    acceptedP50Ms: Math.round(percentile(accepted, 0.5)),
    acceptedP99Ms: p99Ms,
    ...peaks,
    afterwardsPerSecond: after.perSecond,
  });
  check('every response is 2xx, 429 or 503', hasOnly(flooded, /^(2..|429|503)$/));
  check(`accepted requests have a p99 below ${MAX_P99_MS} ms`, p99Ms < MAX_P99_MS);
  checkMemory(peaks);
  check(
    'the service serves as before afterwards',
    after.perSecond >= before.perSecond * MIN_RECOVERY,
  );
  check('every response afterwards is 2xx', hasOnly(after, /^2..$/));
}

/** Sends many requests, one after the other on each connection. */
async function sendMany(service: Server, next: NextRequest, requests: number) {
  const connections = await openPipelines(service.port, PROBE_CONNECTIONS);
  const memory = watchMemory(service);
  const outcome = await sendInTurn(connections, next, (sent) => sent >= requests);
  const peaks = await memory.stop();
  for (const connection of connections) connection.close();
  const seconds = Math.round(outcome.seconds);
  print({ requests, seconds, statuses: countsOf(outcome), ...peaks });
  checkMemory(peaks);
}

/** The best of several, since other work on the machine only lowers the figure. */
async function bestProbe(connections: readonly Pipeline[], next: NextRequest) {
  const probes = [];
  for (let round = 0; round < PROBES; round += 1) {
    const endMs = performance.now() + PROBE_SECONDS * 1_000;
    const outcome = await sendInTurn(connections, next, () => performance.now() >= endMs);
    const perSecond = Math.round(acceptedMs(outcome).length / outcome.seconds);
    probes.push({ ...outcome, perSecond });
  }
  return probes.reduce((best, other) => (other.perSecond > best.perSecond ? other : best));
}

/** Of ten requests, one creates an animal and nine list twenty. */
function mixOf(key: string): NextRequest {
  const list = requestText(key, 'GET', '/v1/pets');
  const create = requestText(key, 'POST', '/v1/pets', { name: 'Rex', categoryId: 7 });
  return (index) => (index % 10 === 0 ? create : list);
}

/** Samples the memory of the service every second. */
function watchMemory(service: Server) {
  const samples: number[] = [];
  const sample = async () => samples.push(Math.round((await service.usage()).memoryMb));
  // A service that has ended is reported when the watch stops.
  const timer = setInterval(() => sample().catch(() => undefined), 1_000);
  return {
    async stop() {
      clearInterval(timer);
      await sample();
      const middle = Math.floor(samples.length / 2);
      return {
        startMb: samples[0],
        firstHalfMb: Math.max(...samples.slice(0, middle)),
        secondHalfMb: Math.max(...samples.slice(middle)),
      };
    },
  };
}

function acceptedMs({ latenciesMs }: Outcome): number[] {
  return Object.entries(latenciesMs).flatMap(([status, ms]) => (/^2..$/.test(status) ? ms : []));
}

function countsOf({ latenciesMs }: Outcome) {
  return Object.fromEntries(Object.entries(latenciesMs).map(([status, ms]) => [status, ms.length]));
}

function hasOnly({ latenciesMs }: Outcome, allowed: RegExp): boolean {
  return Object.keys(latenciesMs).every((status) => allowed.test(status));
}

function checkMemory(peaks: { firstHalfMb: number; secondHalfMb: number }) {
  check('memory is flat', peaks.secondHalfMb <= peaks.firstHalfMb * MAX_MEMORY_GROWTH);
}

function checkAttack(withstood: Withstood) {
  const { attack, statuses, slowestMs, peakMemoryMb } = withstood;
  print(withstood);
  const isServed = Object.keys(statuses).every((status) => /^2..$/.test(status));
  check(`${attack}: another customer is served`, isServed);
  check(`${attack}: each response takes less than ${MAX_P99_MS} ms`, slowestMs < MAX_P99_MS);
  check(`${attack}: memory stays below ${MAX_MEMORY_MB} MB`, peakMemoryMb <= MAX_MEMORY_MB);
}

function print(figures: object) {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

function check(guarantee: string, holds: boolean) {
  process.stderr.write(`${holds ? 'yes' : 'NO '}  ${guarantee}\n`);
  if (!holds) process.exitCode = 1;
}
