// The whole of a stop: what begins it, and how it loses no request. Each request that an instance
// has accepted gets its response, whose `Connection: close` makes the client open another
// connection, to another instance.

import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Closing } from '../async/closing.ts';
import { endOfTick } from '../async/ticks.ts';
import { openConnectionsOf } from './open-connections.ts';

/** SIGHUP comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** After Ctrl-C both the terminal and npm, if npm started this process, send the same signal. */
const REPEATED_SIGNAL_MS = 1_000;
/**
 * How many connections may wait until Node accepts them, one in each tick. If more wait, the system
 * drops a client's first packet, which the client repeats only after a second. Linux allows no more
 * by default.
 */
export const MAX_WAITING_CONNECTIONS = 4_096;
/** How long waiting connections are still accepted: the system would reset them. */
const ACCEPTING_MS = 500;
/**
 * How long the end may still take after SHUTDOWN_SECONDS. Its parts have limits of their own, for
 * stops that end earlier: LAST_WRITES_MS (app.ts) and FLUSH_MS (observability/trace-export.ts).
 */
const CLOSING_MS = 900;
/** How long a process serves on in an unknown state, after an exception that nothing has caught. */
const FAULTY_MS = 400;

interface StopOptions {
  /** Is aborted when the stop begins: from then on, a response is the last of its connection. */
  readonly stop: AbortController;
  /** How long requests are still accepted, and when open connections are cut off. */
  readonly config: Readonly<Record<'DRAIN_SECONDS' | 'SHUTDOWN_SECONDS', number>>;
  /** Is called when the application is closed. */
  readonly close: () => Promise<void>;
}

/** Stops gracefully at the first signal, at once at a later one, soon after an exception. */
export function stopOnSignal(app: FastifyInstance, options: StopOptions): void {
  const { stop, config } = options;
  const { DRAIN_SECONDS: drainSeconds, SHUTDOWN_SECONDS: shutdownSeconds } = config;
  const closeAll = () => app.close().finally(options.close);
  const grace = closeWithGrace(
    {
      delay: shutdownSeconds * 1_000 + CLOSING_MS,
      logger: app.log,
      // close-with-grace would stop at once when npm repeats a signal, and take a failed start for
      // a success. A rejection that nothing has handled stops nothing.
      skip: [...SIGNALS, 'beforeExit', 'unhandledRejection'],
    },
    // Not by `err`, since the value that was thrown may be undefined.
    ({ err, manual, signal }) => (manual || signal ? stopGracefully() : stopFaulty(err)),
  );

  async function stopGracefully() {
    const endMs = performance.now() + shutdownSeconds * 1_000;
    let isCutOff = false;
    setTimeout(() => {
      isCutOff = Boolean(openConnectionsOf(app.server)?.cutOff());
      const message = `Stopping took more than ${shutdownSeconds} s: open connections are cut off`;
      if (isCutOff) app.log.error(message);
    }, shutdownSeconds * 1_000).unref();
    stop.abort();
    await wait(Math.max(drainSeconds * 1_000, ACCEPTING_MS));
    // Half of what is left is for the requests of these connections.
    await acceptWaiting(app.server, (performance.now() + endMs) / 2);
    await closeAll();
    if (isCutOff) process.exit(1);
  }

  async function stopFaulty(err: unknown) {
    app.log.fatal({ err }, 'Stopping because of an error');
    setTimeout(() => process.exit(1), FAULTY_MS);
    await closeAll();
  }

  let beganAtMs: number | undefined;
  function onSignal(signal: NodeJS.Signals) {
    if (beganAtMs === undefined) {
      beganAtMs = performance.now();
      app.log.info(`Stopping because of ${signal}`);
      void grace.close();
    } else if (performance.now() - beganAtMs >= REPEATED_SIGNAL_MS) {
      app.log.warn(`Stopped at once because of another ${signal}`);
      process.exit(1);
    }
  }
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

/**
 * Goes on until a tick has accepted none: on a busy machine, all may still wait after the time. But
 * clients that connect again and again must not prolong the stop: it ends when all have been
 * accepted that can have waited at its beginning, and at a time.
 */
async function acceptWaiting(server: Server, untilMs: number) {
  let accepted = 0;
  let before: number;
  const count = () => ++accepted;
  server.on('connection', count);
  do {
    before = accepted;
    await endOfTick();
    await endOfTick();
  } while (before < accepted && accepted < MAX_WAITING_CONNECTIONS && performance.now() < untilMs);
  server.off('connection', count);
}

interface ClosedConnections extends Pick<StopOptions, 'stop'> {
  readonly closing: Closing;
}

async function closeConnections(app: FastifyInstance, { stop, closing }: ClosedConnections) {
  // preClose, since closing waits for all connections, and Node leaves unused ones open.
  app.addHook('preClose', async () => {
    stop.abort();
    openConnectionsOf(app.server)?.beginClosing();
  });
  // What a stop cuts off ends in the next tick.
  closing.on('requests', () => endOfTick().then(() => endOfTick()));
}

export default fp(closeConnections, { name: 'close-connections' });
