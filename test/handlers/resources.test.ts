import { Counter } from '@prometheus-io/client';
import t from 'tap';
import type { Api } from '../../src/app.ts';
import { contract } from '../../src/contract/index.ts';
import { openStore } from '../helper.ts';

t.test(
  'handlers are given the settings, and the registry of metrics if there is one',
  async (t) => {
    for (const METRICS_PORT of ['', '0']) {
      const createHandlers: Api['createHandlers'] = ({ settings, metrics }) => {
        const registers = metrics ? [metrics] : [];
        const lists = new Counter({ name: 'lists_total', help: 'Lists.', registers });
        const list = () => {
          lists.inc(settings.BODY_LIMIT_BYTES);
          return [];
        };
        const ids = contract.operations.map(({ operationId }) => [operationId, list]);
        return Object.fromEntries(ids);
      };
      const settings = { METRICS_PORT, BODY_LIMIT_BYTES: '4096' };
      const { app, send } = await openStore(t, settings, { contract, createHandlers });
      t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
      const counted = await app.metrics?.registry.getSingleMetricAsString('lists_total');
      if (METRICS_PORT === '') t.equal(counted, undefined);
      else t.match(counted, '\nlists_total 4096');
    }
  },
);
