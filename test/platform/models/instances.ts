// Two instances on one database, and what they must store of the usage of keys.

import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../src/platform/app.ts';
import { dayOf } from '../../../src/platform/database/index.ts';
import { createManualWork, type ModelTime } from '../../support/model-time.ts';
import type { Database } from '../../support/service-database.ts';
import { testConfig } from '../../support/test-config.ts';
import { service } from '../service/src/service.ts';
import type { Response } from './widget-model.ts';

export const INSTANCES = [0, 1] as const;
export type Place = (typeof INSTANCES)[number];

const OPERATIONS = {
  create: { operation: 'createWidget', method: 'POST' },
  read: { operation: 'getWidget', method: 'GET' },
  change: { operation: 'updateWidget', method: 'PATCH' },
  remove: { operation: 'removeWidget', method: 'DELETE' },
} as const;

interface Request {
  readonly kind: keyof typeof OPERATIONS;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

interface Usage {
  requests: number;
  clientErrors: number;
  serverErrors: number;
}

/** By key, operation and day. */
type Usages = Map<string, Usage>;

interface Instance {
  readonly app: FastifyInstance;
  readonly work: ReturnType<typeof createManualWork>;
  /** What it has not stored yet. */
  readonly unstored: Usages;
}

function add(usages: Usages, id: string, more: Usage) {
  const usage = usages.get(id) ?? { requests: 0, clientErrors: 0, serverErrors: 0 };
  usage.requests += more.requests;
  usage.clientErrors += more.clientErrors;
  usage.serverErrors += more.serverErrors;
  usages.set(id, usage);
}

export async function startInstances(databases: readonly [Database, Database], time: ModelTime) {
  const stored: Usages = new Map();

  async function start(at: Place): Promise<Instance> {
    const work = createManualWork();
    const { background } = work;
    const { clock } = time;
    const app = await buildApp(service, testConfig(), databases[at], { clock, background });
    return { app, work, unstored: new Map() };
  }
  const running: [Instance, Instance] = [await start(0), await start(1)];

  function noteStored({ unstored }: Instance) {
    for (const [id, usage] of unstored) add(stored, id, usage);
    unstored.clear();
  }

  async function write(at: Place) {
    // A request is counted once it has ended, after its response.
    await nextTick();
    await running[at].work.tick();
    noteStored(running[at]);
  }

  return {
    write,

    /** Sends a request with a key, and notes its usage. */
    async send(
      { id, secret }: { readonly id: bigint; readonly secret: string },
      at: Place,
      { kind, path, headers = {}, body }: Request,
    ): Promise<Response> {
      const { operation, method } = OPERATIONS[kind];
      const { app, unstored } = running[at];
      const response = await app.inject({
        method,
        url: `/v1${path}`,
        headers: { authorization: `Bearer ${secret}`, ...headers },
        ...(body && { payload: body }),
      });
      const { statusCode: status, payload } = response;
      if (status !== 401) {
        const clientErrors = status >= 400 && status < 500 ? 1 : 0;
        const serverErrors = status >= 500 ? 1 : 0;
        const usageId = `${id} ${operation} ${dayOf(time.wallMs())}`;
        add(unstored, usageId, { requests: 1, clientErrors, serverErrors });
      }
      const { id: rowId, name, groupId } = payload === '' ? {} : JSON.parse(payload);
      return { status, etag: String(response.headers.etag), id: rowId, name, groupId };
    },

    /** A stop stores what was counted, a kill loses what was not stored. */
    async restart(at: Place, by: 'stop' | 'kill') {
      await nextTick();
      const { app, work, unstored } = running[at];
      if (by === 'kill') {
        work.kill();
        unstored.clear();
      }
      await app.close();
      noteStored(running[at]);
      running[at] = await start(at);
    },

    /** @throws unless the usage of a customer is stored to the request */
    async checkUsage(customerId: bigint) {
      for (const at of INSTANCES) await write(at);
      const usages = await databases[0].client.keyUsage.findMany({ where: { customerId } });
      const found = usages.map((one): [string, Usage] => [
        `${one.apiKeyId} ${one.operation} ${one.day}`,
        {
          requests: Number(one.requests),
          clientErrors: Number(one.clientErrors),
          serverErrors: Number(one.serverErrors),
        },
      ]);
      assert.deepEqual(new Map(found.sort()), new Map([...stored].sort()), 'usage to the request');
    },

    close: () => Promise.all(running.map(({ app }) => app.close())),
  };
}
