// Changes of one thing at the same time, by many programs and two instances: with `If-Match` none is
// lost, and a change is made whole or not at all.

import t, { type Test } from 'tap';
import { createCustomer } from '../../../src/platform/keys/index.ts';
import { createDatabase, open } from '../../support/databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { DATABASE_PATIENCE, launchServer } from '../../support/servers/server.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { newWidget } from '../../support/widgets.ts';

const PROGRAMS = 50;
const RACES = 20;
const KILLS = 3;

const url = await createDatabase();
const { client } = await open(t, url);
const customer = { name: 'A', plan: 'enterprise', limits: UNLIMITED } as const;
const { key } = await createCustomer(keysOf(client), customer);

async function startInstance(t: Test) {
  const server = await launchServer({ DATABASE_URL: url, ...DATABASE_PATIENCE });
  t.teardown(() => server.end('SIGTERM'));
  return server;
}

/** Both use the same database. */
const instances = await Promise.all([startInstance(t), startInstance(t)]);

interface Sent {
  readonly method?: string;
  readonly change?: object;
  readonly ifMatch?: string | undefined;
}

/** Sends a request about a widget to one of the instances. */
async function send(id: bigint, { method = 'GET', change, ifMatch }: Sent, program: number) {
  const { origin } = instances[program % instances.length] ?? {};
  const response = await fetch(`${origin}/v1/widgets/${id}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(change && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(change && { body: JSON.stringify(change) }),
  });
  const text = await response.text();
  const { name } = response.ok && text !== '' ? JSON.parse(text) : {};
  return { status: response.status, etag: response.headers.get('etag') ?? undefined, name };
}

const addWidget = (name: string) => client.widget.create({ data: newWidget({ name }) });
const read = (id: bigint, program: number) => send(id, {}, program);
const rename = (id: bigint, name: string, ifMatch: string | undefined, program: number) =>
  send(id, { method: 'PATCH', change: { name }, ifMatch }, program);

/** The numbers of programs, which the instances share. */
const programs = Array.from({ length: PROGRAMS }, (_, program) => program);

t.test('fifty programs that each add 1 with If-Match reach 50', async (t) => {
  const { id } = await addWidget('0');
  let repeats = 0;
  const addOne = async (program: number) => {
    while (true) {
      const { name, etag } = await read(id, program);
      const { status } = await rename(id, String(Number(name) + 1), etag, program);
      if (status === 200) return;
      if (status !== 412) throw new Error(`A change got ${status}.`);
      repeats += 1;
    }
  };
  await Promise.all(programs.map(addOne));
  t.equal((await read(id, 0)).name, String(PROGRAMS));
  t.ok(repeats > 0, 'programs have met each other');
});

t.test('without If-Match, the same programs lose changes', async (t) => {
  const { id } = await addWidget('0');
  // All have read before one of them writes.
  const seen = await Promise.all(programs.map((program) => read(id, program)));
  const next = (program: number) => String(Number(seen[program]?.name) + 1);
  const changes = programs.map((program) => rename(id, next(program), undefined, program));
  const statuses = new Set((await Promise.all(changes)).map(({ status }) => status));
  t.same([...statuses], [200]);
  t.equal((await read(id, 0)).name, '1');
});

t.test('what is removed meanwhile is not changed, and what is changed not removed', async (t) => {
  const outcomes = new Set<string>();
  for (let race = 0; race < RACES; race += 1) {
    const { id } = await addWidget('a');
    const { etag } = await read(id, 0);
    const remove = () => send(id, { method: 'DELETE', ifMatch: etag }, race);
    const change = () => rename(id, 'b', etag, race + 1);
    const inTurn = race % 2 === 0 ? [remove, change] : [change, remove];
    const both = await Promise.all(inTurn.map((request) => request()));
    const [removed, changed] = race % 2 === 0 ? both : both.toReversed();
    const outcome = `${removed?.status} ${changed?.status}`;
    outcomes.add(outcome);
    const now = await client.widget.findUnique({ where: { id } });
    t.equal(now?.name, outcome === '204 404' ? undefined : 'b', outcome);
  }
  t.same(
    [...outcomes].filter((one) => one !== '204 404' && one !== '412 200'),
    [],
  );

  const { id } = await addWidget('a');
  const { etag } = await read(id, 0);
  t.equal((await send(id, { method: 'DELETE' }, 0)).status, 204);
  t.equal((await rename(id, 'b', etag, 1)).status, 404);
  t.equal((await rename(id, 'b', '*', 1)).status, 404);
});

t.test('after a kill, each change is there as a whole or not at all', async (t) => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { id } = await addWidget('0');
    const server = await startInstance(t);
    let [sent, confirmed] = [0, 0];
    const change = async () => {
      let etag: string | null = '*';
      while (true) {
        sent += 1;
        const response: Response = await fetch(`${server.origin}/v1/widgets/${id}`, {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'if-match': String(etag),
          },
          body: JSON.stringify({ name: String(sent), groupId: sent }),
        });
        await response.text();
        etag = response.headers.get('etag');
        confirmed = sent;
        if (confirmed === 5 + 7 * kill) server.end('SIGKILL').catch(() => undefined);
      }
    };
    await t.rejects(change());
    const { name, groupId } = await client.widget.findUniqueOrThrow({ where: { id } });
    t.equal(name, String(groupId), 'both fields are of the same change');
    t.ok(groupId === BigInt(confirmed) || groupId === BigInt(sent), `${confirmed} ${sent}`);
  }
});
