// What a start costs, from the start of the process to the first 200: of the built service beside
// a bare server, and beside builds of other versions, on both databases.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { wholeNumber } from '../../scripts/arguments.ts';
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { type Databases, openDatabases, prepare } from '../support/servers/databases.ts';
import { SERVER_FILE, SERVER_FLAGS } from '../support/servers/npm-start.ts';
import { launch } from '../support/servers/process.ts';
import { asOwner } from '../support/servers/roles.ts';
import { environment, listening } from '../support/servers/server.ts';
import { SAMPLE } from '../support/services.ts';
import { cpuMilliseconds, median, peakMegabytes } from './processes.ts';

const NOTE = `
The servers take turns. Each starts on a database that is migrated, and gets one request as soon as
it listens. CPU time and memory are read from /proc: this runs on Linux only.`;

/** A server, and the request that it gets. */
interface Started {
  readonly name: string;
  readonly file: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly path: string;
  readonly key: string;
}

interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

interface Options {
  readonly rounds: number;
  readonly projects: readonly string[];
  readonly path: string;
}

async function main() {
  const options = new Command('node scripts/run.js test/bench/start.ts')
    .description('Measures what a start costs, until the first response.')
    .option('--rounds <n>', 'starts of each server', wholeNumber(1, 1_000), 10)
    .option('--projects <folders...>', 'also the built services of these projects', [])
    .option('--path <path>', 'what is requested of these', '/v1/widgets')
    .addHelpText('after', NOTE)
    .parse()
    .opts<Options>();
  for (const provider of ['sqlite', 'postgresql'] as const) {
    const databases = await openDatabases(provider);
    if (!databases) continue;
    try {
      await inTemporaryFolder(async (folder) => {
        const servers = [
          ...(await ownServers(databases, folder)),
          ...(await Promise.all(
            options.projects.map((project, i) => otherServer(databases, project, i, options.path)),
          )),
        ];
        await measureServers(provider, servers, options.rounds);
      });
    } finally {
      await databases.close();
    }
  }
}

/** The service that the tests have, and a bare server. */
async function ownServers(databases: Databases, folder: string): Promise<Started[]> {
  const url = await databases.create('sample');
  const key = await prepare(url, 100);
  const keysFile = join(folder, 'keys.json');
  await writeFile(keysFile, JSON.stringify([key]));
  const settings = { DATABASE_URL: url, BENCH_KEYS: keysFile };
  const service = { name: 'service', file: join(SAMPLE.folder, SERVER_FILE) };
  const bare = { name: 'bare', file: resolve('test/bench/bare-server.ts') };
  return [service, bare].map((server) => ({ ...server, settings, path: '/v1/widgets', key }));
}

/** A built service, whose own commands migrate its database and create its key. */
async function otherServer(databases: Databases, project: string, index: number, path: string) {
  const settings = { DATABASE_URL: asOwner(await databases.create(`other${index}`)) };
  const run = async (command: string, ...args: string[]) => {
    const file = join(project, 'dist/scripts', `${command}.js`);
    const env = environment(settings);
    return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout;
  };
  await run('migrate');
  const created = await run('keys', 'create', '--name', 'Bench', '--plan', 'free');
  const [key = ''] = /\b[a-z]+_\w{20,}/.exec(created) ?? [];
  return { name: project, file: join(project, SERVER_FILE), settings, path, key };
}

async function measureServers(provider: string, servers: readonly Started[], rounds: number) {
  const figures = new Map(servers.map((server) => [server, [] as Figures[]]));
  // The first start of each does not count: it keeps the code that V8 has compiled.
  for (const server of servers) await measureStart(server);
  for (let round = 0; round < rounds; round += 1) {
    for (const [server, all] of figures) all.push(await measureStart(server));
  }
  for (const [{ name }, all] of figures) {
    const of = (figure: keyof Figures) => median(all.map((one) => one[figure])).toFixed();
    const texts = [`${of('wallMs')} ms`, `${of('cpuMs')} ms CPU`, `${of('megabytes')} MB`];
    process.stdout.write(`${provider.padEnd(11)} ${name.padEnd(22)} ${texts.join(', ')}\n`);
  }
}

async function measureStart({ file, settings, path, key }: Started): Promise<Figures> {
  const env = environment({ NODE_ENV: 'production', PORT: '0', ...settings });
  const startedMs = performance.now();
  const server = launch([process.execPath, ...SERVER_FLAGS, file], { cwd: '/tmp', env });
  try {
    const origin = await listening(server);
    const status = await statusOf(`${origin}${path}`, key);
    const wallMs = performance.now() - startedMs;
    if (status !== 200) throw new Error(`${path} returned ${status}.`);
    return { wallMs, cpuMs: cpuMilliseconds(server.pid), megabytes: peakMegabytes(server.pid) };
  } finally {
    await server.end('SIGTERM');
  }
}

function statusOf(url: string, key: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    get(url, { headers: { authorization: `Bearer ${key}` }, agent: false }, (response) => {
      response.resume().once('end', () => done(response.statusCode));
    }).once('error', fail);
  });
}

await main();
