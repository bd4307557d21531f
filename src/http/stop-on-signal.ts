import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/index.ts';
import type { Database } from '../database/index.ts';
import { FLUSH_MS } from './shutdown.ts';

/** After Ctrl-C both the terminal and npm, if npm started this process, send the same signal. */
const REPEATED_SIGNAL_MS = 1_000;
/** How long waiting connections are still accepted: the system would reset them. */
const ACCEPTING_MS = 500;
/** How long a process serves on in an unknown state, after an exception that nothing has caught. */
const FAULTY_MS = 400;
/** How long storing the counts and closing the database may take, once connections are cut off. */
const CLOSING_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Stops gracefully at the first signal, at once at another, soon after an uncaught exception. */
export function stopOnSignal(app: FastifyInstance, database: Database, config: Config) {
  const stopMs = config.SHUTDOWN_SECONDS * 1_000;
  const flushMs = config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? 0 : FLUSH_MS;
  const delay = stopMs + CLOSING_MS + flushMs;
  // close-with-grace would stop at once when npm repeats a signal, and take a failed start for a
  // success. A rejection that nothing has handled stops nothing.
  const skip = [...SIGNALS, 'beforeExit' as const, 'unhandledRejection' as const];
  const options = { delay, logger: app.log, skip };
  const close = () => app.close().finally(() => database.close());
  const grace = closeWithGrace(options, async ({ err, manual, signal }) => {
    // Not by `err`, since the value that was thrown may be undefined.
    if (!manual && !signal) return stopFaulty(err);
    let isCutOff = false;
    setTimeout(() => {
      isCutOff = true;
      app.log.error(`Stopping took more than ${stopMs / 1_000} s: open connections are cut off`);
      app.server.closeAllConnections();
    }, stopMs).unref();
    app.shutdown.hasBegun = true;
    await wait(Math.max(config.DRAIN_SECONDS * 1_000, ACCEPTING_MS));
    await close();
    if (isCutOff) process.exit(1);
  });

  async function stopFaulty(err: unknown) {
    app.log.fatal({ err }, 'Stopping because of an error');
    setTimeout(() => process.exit(1), FAULTY_MS);
    app.shutdown.hasBegun = true;
    await close();
    process.exit(1);
  }

  let stoppedAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppedAtMs === undefined) {
      stoppedAtMs = performance.now();
      app.log.info(`Stopping because of ${signal}`);
      return grace.close();
    }
    if (performance.now() - stoppedAtMs < REPEATED_SIGNAL_MS) return;
    app.log.warn(`Stopped at once because of another ${signal}`);
    process.exit(1);
  };
  // SIGHUP comes when the terminal is closed.
  for (const signal of SIGNALS) process.on(signal, onSignal);
}
