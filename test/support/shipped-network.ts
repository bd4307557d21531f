// A program for a network of its own: runs the service with the variables of the image, and HAProxy
// in front of it. Prints as JSON what clients at several addresses get.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { PATH } from './scripts.ts';
import { launch } from './servers/process.ts';
import { launchServer } from './servers/server.ts';
import { until } from './until.ts';

interface Request {
  /** The address of the client, of the same version as that of the balancer. */
  readonly from: string;
  readonly path: string;
  /** Whether the connection stays open. */
  readonly isKept?: boolean;
}

const [folder = '', loopback = '', ...requests] = process.argv.slice(2);
const dockerfile = await readFile('Dockerfile', 'utf8');
const [, variables = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
const image = Object.fromEntries(variables.split(' ').map((one) => one.split('=')));
const [, check = ''] = /^ *CMD \["node", "--eval", (.*)\]$/m.exec(dockerfile) ?? [];

const service = await launchServer({
  ...image,
  DATABASE_URL: `file:${folder}/store.db`,
  METRICS_PORT: '9464',
  TRUST_PROXY: 'loopback',
  ANONYMOUS_PER_MINUTE: '1',
});
const env = { ...process.env, ...image, PORT: String(service.port) };
const { status: health } = spawnSync(process.execPath, ['--eval', JSON.parse(check)], { env });

const balancer = launch(['haproxy', '-db', '-f', 'deploy/haproxy.cfg'], {
  env: {
    ...process.env,
    PATH,
    API_1: loopback.includes(':') ? `[${loopback}]:${service.port}` : `${loopback}:${service.port}`,
    API_2: loopback.includes(':') ? '[::1]:1' : '127.0.0.1:1',
    MAX_CONNECTIONS_PER_ADDRESS: '1',
  },
});
await until(async () => (await send({ from: loopback, path: '/readyz' })) === 200);

const responses = [];
for (const request of requests) responses.push(await send(JSON.parse(request)));
const opened = await Promise.all([service.origin, 'http://localhost:9464'].map(isOpen));
console.log(JSON.stringify({ health, responses, opened }));
await Promise.all([service.end('SIGKILL'), balancer.end('SIGKILL')]);
process.exit();

async function isOpen(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

/** @returns the status, or undefined if the balancer has closed the connection */
async function send({ from, path, isKept = false }: Request): Promise<number | undefined> {
  const socket = connect({ port: 8080, host: loopback, localAddress: from });
  try {
    await once(socket, 'connect');
    const end = isKept ? '' : 'connection: close\r\n';
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${end}\r\n`);
    const received = isKept ? String((await once(socket, 'data'))[0]) : await text(socket);
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
    return status === undefined ? undefined : Number(status);
  } catch {
    return undefined;
  }
}
