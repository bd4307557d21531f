// The image and HAProxy in networks of IPv4, of IPv6, and of both.

import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { PATH, root, unlessInstalled } from '../support/scripts.ts';
import { environment } from '../support/servers/server.ts';

const UNSHARE = ['--net', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];

/** A container may not create networks. */
function unlessPermitted(): string | false {
  const { status } = spawnSync('unshare', [...UNSHARE, 'true']);
  return status === 0 ? false : 'no permission to create a network';
}

const NEEDS = { skip: unlessInstalled('haproxy') || unlessInstalled('ip') || unlessPermitted() };

/** Commands that leave a network with these addresses. */
const IPV4 = 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && ip link set lo up';
const BOTH =
  'ip link set lo up && ip -6 route add local 2001:db8::/32 dev lo && ' +
  'ip -6 route add local 64:ff9b::/96 dev lo && echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind';
const IPV6 = `${BOTH} && ip address delete 127.0.0.1/8 dev lo`;

/** Runs test/support/shipped-network.ts in a network. */
async function run(t: Test, setUp: string, loopback: string, requests: readonly object[]) {
  const folder = await temporaryFolder(t);
  const hosts = join(folder, 'hosts');
  // As in a container.
  await writeFile(hosts, '127.0.0.1 localhost\n::1 localhost\n');
  const program = ['test/support/shipped-network.ts', folder, loopback];
  const args = [...program, ...requests.map((request) => JSON.stringify(request))];
  const script = `mount --bind ${hosts} /etc/hosts && ${setUp} && exec "$@"`;
  const shell = ['sh', '-c', script, 'sh', process.execPath, ...args];
  const { stdout, stderr } = spawnSync('unshare', [...UNSHARE, ...shell], {
    cwd: root,
    env: { ...environment(), PATH },
    encoding: 'utf8',
  });
  t.equal(stderr, '');
  return JSON.parse(stdout);
}

const HEALTHY = { health: 0, opened: [true, true] };
const keep = (from: string) => ({ from, path: '/healthz', isKept: true });
const list = (from: string) => ({ from, path: '/v1/widgets' });

t.test('IPv4: counts each address', NEEDS, async (t) => {
  const requests = ['127.0.0.2', '127.0.0.3', '127.0.0.2'].flatMap((it) => [keep(it), list(it)]);
  const responses = [200, null, 200, null, null, null];
  t.match(await run(t, IPV4, '127.0.0.1', requests), { ...HEALTHY, responses });
});

t.test('IPv6: counts each /64, and each address that stands for IPv4', NEEDS, async (t) => {
  const cases = [
    [keep('2001:db8::1'), 200],
    [keep('2001:db8::2'), null],
    [list('2001:db8:0:1::1'), 401],
    [list('2001:db8:0:1:ffff:ffff:ffff:ffff'), 429],
    [list('2001:db8:0:2::1'), 401],
    [keep('64:ff9b::192.0.2.1'), 200],
    [keep('64:ff9b::192.0.2.1'), null],
    [list('64:ff9b::192.0.2.2'), 401],
    [list('64:ff9b::192.0.2.3'), 401],
  ] as const;
  const responses = cases.map(([, status]) => status);
  const requests = cases.map(([request]) => request);
  t.match(await run(t, IPV6, '::1', requests), { ...HEALTHY, responses });
});

t.test('both: serves either', NEEDS, async (t) => {
  const cases = ['127.0.0.2', '127.0.0.3'].map(list);
  t.match(await run(t, BOTH, '127.0.0.1', cases), { ...HEALTHY, responses: [401, 401] });
});
