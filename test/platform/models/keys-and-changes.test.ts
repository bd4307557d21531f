// Keys, idempotent creates and changes with `If-Match` by two instances on one database: a change of
// a key works within a second, an idempotency key has one row, no change is lost, and usage is
// counted to the request.

import assert from 'node:assert/strict';
import t, { type Test } from 'tap';
import { DAY_MS, isDatabaseFault } from '../../../src/platform/database/index.ts';
import { createDatabase, open } from '../../support/databases.ts';
import { createModelTime } from '../../support/model-time.ts';
import { followModel, type Random } from '../../support/models.ts';
import { asService } from '../../support/servers/roles.ts';
import type { PrismaClient } from '../../support/service-database.ts';
import { createSlowClient } from '../../support/slow-client.ts';
import { newWidget } from '../../support/widgets.ts';
import { createCreatesModel } from './creates-model.ts';
import { INSTANCES, type Place, startInstances } from './instances.ts';
import { createOperator, KEY_CHANGES, type KeyChange, type OwnKey } from './operator.ts';
import {
  type Condition,
  checkWidget,
  type Response,
  type Tried,
  type Widget,
} from './widget-model.ts';

const KEYS = 3;
const WIDGETS = 2;
/** So that a transaction ends after any of its statements. */
const LIMITS_MS = [1, 3, 6, 10, 15];

/** A request with a key, to an instance. */
type Request = { readonly by: number; readonly at: Place } & (
  | { readonly create: number; readonly idempotencyKey: number | undefined }
  | { readonly read: number }
  | { readonly change: number; readonly field: 'name' | 'groupId'; readonly if: Condition }
  | { readonly remove: number; readonly if: Condition }
);

interface Together {
  readonly requests: readonly Request[];
  readonly keyChanges: readonly KeyChange[];
}

type Step =
  | Together
  /** Ships a widget in one query of several statements, which has too little time. */
  | { readonly shipWithinMs: number }
  | { readonly passMs: number }
  | { readonly write: Place }
  | { readonly restart: Place; readonly by: 'stop' | 'kill' };

const CONDITIONS: readonly Condition[] = [
  'current',
  'current',
  'current',
  'earlier',
  'any',
  'none',
];
const FIELDS = ['name', 'groupId'] as const;
const PAUSES_MS = [1, 400, 999, 1_000, 1_001, 30_000];

function makeStep({ below, number, pick, oneOf }: Random): Step {
  const sent = () => ({ at: pick(INSTANCES), by: below(KEYS) });
  const change = () => ({ change: below(WIDGETS), field: pick(FIELDS), if: pick(CONDITIONS) });
  const request = () =>
    oneOf<Request>([
      [4, () => ({ create: below(2), idempotencyKey: pick([undefined, 0, 1, 2]), ...sent() })],
      [5, () => ({ ...change(), ...sent() })],
      [2, () => ({ read: below(WIDGETS), ...sent() })],
      [1, () => ({ remove: below(WIDGETS), if: pick(CONDITIONS), ...sent() })],
    ]);
  const keyChange = (): KeyChange => ({
    key: below(KEYS),
    does: pick(KEY_CHANGES),
    limitMs: number() < 0.5 ? pick(LIMITS_MS) : undefined,
  });
  const some = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);
  return oneOf<Step>([
    [10, () => ({ requests: some(1 + below(6), request), keyChanges: [] })],
    [3, () => ({ requests: some(below(4), request), keyChanges: some(1 + below(2), keyChange) })],
    [6, () => ({ passMs: pick(PAUSES_MS) })],
    [0.5, () => ({ passMs: pick([DAY_MS - 1, DAY_MS, DAY_MS + 1]) })],
    [1, () => ({ shipWithinMs: pick(LIMITS_MS) })],
    [1, () => ({ write: pick(INSTANCES) })],
    [0.4, () => ({ restart: pick(INSTANCES), by: pick(['stop', 'kill'] as const) })],
  ]);
}

const isWrite = (request: Request) => !('read' in request);

/** The number of the widget that a request is about. */
function widgetOf(request: Request): number | undefined {
  if ('create' in request) return undefined;
  if ('read' in request) return request.read;
  return 'change' in request ? request.change : request.remove;
}

/** Opens the database for each instance, and for the operator with and without a time limit. */
async function openDatabases(t: Test) {
  const url = asService(await createDatabase());
  const instances = [await open(t, url), await open(t, url)] as const;
  const { client } = await open(t, url);
  const slow = await open(t, url);
  const clients = new Map<number | undefined, PrismaClient>([[undefined, client]]);
  for (const limitMs of LIMITS_MS) {
    clients.set(limitMs, await createSlowClient(slow, { pauseMs: 1, limitMs }));
  }
  return { instances, client, clients };
}

async function begin({ instances, client, clients }: Awaited<ReturnType<typeof openDatabases>>) {
  const time = createModelTime();
  const operator = await createOperator(clients, time, KEYS);
  const { customerId, reader, keys } = operator;
  const { send, write, restart, checkUsage, close } = await startInstances(instances, time);
  const creates = createCreatesModel(time);
  const widgets: Widget[] = [];
  let made = 0;
  function newName(): string {
    made += 1;
    return `${customerId} ${made}`;
  }

  const readWidget = (id: bigint) => send(reader, 0, { kind: 'read', path: `/widgets/${id}` });

  function keep(number: number, id: bigint, { name, groupId, etag }: Response, earlier = '"none"') {
    widgets[number] = {
      id,
      name: String(name),
      groupId: Number(groupId),
      etag,
      earlierEtag: earlier,
    };
  }

  async function addWidget(number: number) {
    const row = newWidget({ name: newName(), groupId: 0n });
    const { id } = await client.widget.create({ data: row });
    keep(number, id, await readWidget(id));
  }
  for (let number = 0; number < WIDGETS; number += 1) await addWidget(number);

  async function sendCreate(request: Extract<Request, { create: number }>) {
    const { create, idempotencyKey, by, at } = request;
    const isKeyed = idempotencyKey !== undefined;
    const name = isKeyed ? `${customerId} ${idempotencyKey} ${create}` : newName();
    const response = await send(keys[by] as OwnKey, at, {
      kind: 'create',
      path: '/widgets',
      headers: { ...(isKeyed && { 'idempotency-key': `key-${idempotencyKey}` }) },
      body: { name, groupId: 1 },
    });
    return { idempotencyKey, ...response, name };
  }

  /** Sends a request about a widget that exists, or has existed. */
  async function sendFor(
    widget: Widget,
    request: Exclude<Request, { create: number }>,
  ): Promise<Tried> {
    const { by, at } = request;
    const key = keys[by] as OwnKey;
    const path = `/widgets/${widget.id}`;
    if ('read' in request)
      return { kind: 'read', ...(await send(key, at, { kind: 'read', path })) };
    const { if: condition } = request;
    const tags = { current: widget.etag, earlier: widget.earlierEtag, any: '*', none: undefined };
    const tag = tags[condition];
    const headers = { ...(tag !== undefined && { 'if-match': tag }) };
    if ('remove' in request) {
      const response = await send(key, at, { kind: 'remove', path, headers });
      return { kind: 'remove', condition, ...response };
    }
    const { field } = request;
    const name = newName();
    const value = field === 'name' ? name : made;
    const response = await send(key, at, {
      kind: 'change',
      path,
      headers,
      body: { [field]: value },
    });
    return { kind: 'change', condition, field, value, ...response };
  }

  async function takeTogether({ requests, keyChanges }: Together) {
    // One change of a key at a time.
    const changing = [...new Map(keyChanges.map((one) => [one.key, one])).values()];
    const used = requests.map((request) => (keys[request.by] as OwnKey).history);
    const possible = requests.map((request, i) => used[i]?.possible(isWrite(request)) ?? []);
    const [responses, checks] = await Promise.all([
      Promise.all(
        requests.map((request) =>
          'create' in request
            ? sendCreate(request)
            : sendFor(widgets[widgetOf(request) ?? 0] as Widget, request),
        ),
      ),
      Promise.all(changing.map(operator.change)),
    ]);
    for (const check of checks) await check();

    const admitted: typeof responses = [];
    const changes = new Map<number, Tried[]>();
    for (const [i, response] of responses.entries()) {
      const request = requests[i] as Request;
      const { status } = response;
      const rejection = status === 401 || status === 403 ? status : undefined;
      const all = [...(possible[i] ?? []), ...(used[i]?.possible(isWrite(request)) ?? [])];
      assert.ok(all.includes(rejection), `${status} for ${JSON.stringify(request)}`);
      if (rejection) continue;
      admitted.push(response);
      const number = widgetOf(request);
      if (number === undefined || !('kind' in response)) continue;
      changes.set(number, [...(changes.get(number) ?? []), response]);
    }
    creates.check(admitted.filter((response) => 'idempotencyKey' in response));
    for (const [number, tried] of changes) await checkChanges(number, tried);
  }

  async function checkChanges(number: number, tried: readonly Tried[]) {
    const widget = widgets[number] as Widget;
    const found = await readWidget(widget.id);
    checkWidget(widget, tried, found);
    if (found.status === 404) return addWidget(number);
    const { etag, earlierEtag } = widget;
    keep(number, widget.id, found, found.etag === etag ? earlierEtag : etag);
  }

  /** Widgets that may be shipped, by the name that they then have. */
  const shipped = new Map<string, bigint>();

  async function ship(limitMs: number) {
    const { id } = await client.widget.create({ data: newWidget({ name: newName() }) });
    const name = newName();
    const create = [1, 2, 3].map((quantity) => ({ quantity, status: 'placed' as const }));
    await clients
      .get(limitMs)
      ?.$transaction((transaction) =>
        transaction.widget.update({ where: { id }, data: { name, shipments: { create } } }),
      )
      .catch((error) => assert.ok(isDatabaseFault(error), String(error)));
    shipped.set(name, id);
  }

  async function checkRows() {
    for (const [name, wanted] of creates.rows) {
      assert.equal(await client.widget.count({ where: { name } }), wanted, `rows of ${name}`);
    }
    for (const [name, id] of shipped) {
      const widget = await client.widget.findUniqueOrThrow({ where: { id } });
      const count = await client.shipment.count({ where: { widgetId: id } });
      assert.equal(count, widget.name === name ? 3 : 0, 'a query is made whole or not at all');
    }
  }

  return {
    async take(step: Step) {
      if ('requests' in step) await takeTogether(step);
      else if ('shipWithinMs' in step) await ship(step.shipWithinMs);
      else if ('write' in step) await write(step.write);
      else if ('restart' in step) await restart(step.restart, step.by);
      else time.pass(step.passMs);
    },
    async finish() {
      await checkUsage(customerId);
      await checkRows();
      await operator.checkKeys();
    },
    close: async () => void (await close()),
  };
}

const databases = await openDatabases(t);

t.test('keys, creates and changes are those of a simple model', (t) =>
  followModel(t, { runs: 5, stepsPerRun: 60, makeStep, begin: () => begin(databases) }),
);
