// A page for the operator: what this instance has done during the last hour, and what is wrong with
// it now. It is read only, and names no customer and no key, since its listener has no key itself.

import { hostname } from 'node:os';
import type { Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { livePage } from '../../../../generated/platform/live-page.ts';
import { type Clock, createWallAhead } from '../../async/clock.ts';
import type { InstanceState } from '../../http/index.ts';
import { servePage, servePageFiles } from '../../pages/index.ts';
import { createHistory } from './history.ts';
import { PLOTS } from './plots.ts';

const INTERVAL_MS = 5_000;
/** As everything on this listener. */
const NOT_STORED = 'no-store';

interface LiveOptions {
  readonly registry: Registry;
  /** What runs: the version, its revision, and that of Node. */
  readonly build: Readonly<Record<string, string>>;
  /** What this instance is able to do now. */
  readonly readState: () => Promise<InstanceState>;
  readonly clock: Clock;
}

/** Serves the page on the listener of the metrics. */
export function serveLivePage(listener: FastifyInstance, options: LiveOptions): void {
  const { registry, build, readState, clock } = options;
  const history = createHistory(registry);
  const startSeconds = clock.monotonicMs() / 1_000 - process.uptime();
  const wallAheadSeconds = createWallAhead(clock);
  const sample = () => history.sample(Math.round(clock.monotonicMs() / 1_000));
  const timer = setInterval(sample, INTERVAL_MS).unref();
  listener.addHook('onReady', sample);
  listener.addHook('onClose', async () => clearInterval(timer));

  listener.register(async (page) => {
    servePage(page, '/', { html: () => livePage.html, cacheControl: NOT_STORED });
    const files = async () => livePage.files;
    await servePageFiles(page, { files, prefix: '/', cacheControl: NOT_STORED });
    page.get('/live.json', async (request) => {
      const { after } = request.query as { readonly after?: string };
      // All times are as the time of day is now, so that they never go back. When it has been set,
      // the start changes with them, by which an open page sees that its own times are wrong.
      const aheadSeconds = wallAheadSeconds();
      const { times, plots } = history.since((Number(after) || 0) - aheadSeconds);
      const state = await readState();
      return {
        instance: {
          host: hostname(),
          process: process.pid,
          startSeconds: startSeconds + aheadSeconds,
          ...build,
        },
        intervalSeconds: INTERVAL_MS / 1_000,
        problems: PROBLEMS.filter(({ is }) => is(state)).map(({ text, section }) => {
          return { text, section };
        }),
        times: times.map((seconds) => seconds + aheadSeconds),
        plots: PLOTS.map(({ title, unit }, index) => ({ title, unit, ...plots[index] })),
      };
    });
  });
}

interface Problem {
  readonly is: (state: InstanceState) => boolean;
  readonly text: string;
  /** The section of OPERATIONS.md that says what to do. */
  readonly section: string;
}

/** What can be wrong, in words. */
export const PROBLEMS: readonly Problem[] = [
  {
    is: ({ status }) => status === 'stopping',
    text: 'This instance is stopping: it completes the requests in progress, and ends.',
    section: 'Stop an instance',
  },
  {
    is: ({ status }) => status === 'overloaded',
    text: 'This instance is overloaded: its event loop is late, and requests get 503.',
    section: 'What happens while an instance is overloaded?',
  },
  {
    is: ({ checks }) => checks?.database === 'failed',
    text:
      'Not ready: the database cannot be reached, or fails. ' +
      'Requests with an API key get 503; the log says why.',
    section: 'What happens while PostgreSQL is unavailable?',
  },
  {
    is: ({ status, checks }) => status === 'ready' && checks?.database === 'busy',
    text: 'The database is busy: requests use all connections.',
    section: 'Is an instance healthy?',
  },
  {
    is: ({ status, checks }) => status === 'unready' && checks?.database === 'busy',
    text: 'Not ready: API keys cannot be read at the moment. The log says why.',
    section: 'Is an instance healthy?',
  },
  {
    is: ({ checks }) => checks?.schema === 'failed',
    text: 'Not ready: the schema is not that of this version. The log names the migration.',
    section: 'Upgrade',
  },
  {
    is: ({ checks }) => checks?.redis === 'degraded',
    text: 'Redis is unavailable: this instance counts requests by itself. No request fails.',
    section: 'What happens while Redis is unavailable?',
  },
  {
    is: ({ checks }) => checks?.clock !== undefined,
    text:
      'The clock of this instance differs from that of Redis or the database: ' +
      'what it shows and stores is off by as much. The log says by how much.',
    section: 'What happens while a clock is wrong?',
  },
];
