import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

/** After Ctrl-C both the terminal and npm, if npm started this process, send the same signal. */
const REPEATED_SIGNAL_MS = 1_000;
/** How long waiting connections are still accepted: the system would reset them. */
const ACCEPTING_MS = 500;
/** How long a process serves on in an unknown state, after an exception that nothing has caught. */
const FAULTY_MS = 400;
/** How long storing counts, sending traces and closing the database may take at the end. */
const CLOSING_MS = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface StopOptions {
  /** Is aborted when the stop begins. */
  readonly stop: AbortController;
  /** How long requests are still accepted. */
  readonly drainSeconds: number;
  /** How long the stop may take, until open connections are cut off. */
  readonly shutdownSeconds: number;
  /** Is called when the application is closed. */
  readonly close: () => Promise<void>;
}

/** Stops gracefully at the first signal, at once at another, soon after an uncaught exception. */
export function stopOnSignal(app: FastifyInstance, options: StopOptions) {
  const { stop, drainSeconds, shutdownSeconds } = options;
  const stopMs = shutdownSeconds * 1_000;
  const delay = stopMs + CLOSING_MS;
  // close-with-grace would stop at once when npm repeats a signal, and take a failed start for a
  // success. A rejection that nothing has handled stops nothing.
  const skip = [...SIGNALS, 'beforeExit' as const, 'unhandledRejection' as const];
  const close = () => app.close().finally(options.close);
  const grace = closeWithGrace(
    { delay, logger: app.log, skip },
    async ({ err, manual, signal }) => {
      // Not by `err`, since the value that was thrown may be undefined.
      if (!manual && !signal) return stopFaulty(err);
      let isCutOff = false;
      setTimeout(() => {
        isCutOff = true;
        app.log.error(`Stopping took more than ${stopMs / 1_000} s: open connections are cut off`);
        app.server.closeAllConnections();
      }, stopMs).unref();
      stop.abort();
      await wait(Math.max(drainSeconds * 1_000, ACCEPTING_MS));
      await close();
      if (isCutOff) process.exit(1);
    },
  );

  async function stopFaulty(err: unknown) {
    app.log.fatal({ err }, 'Stopping because of an error');
    setTimeout(() => process.exit(1), FAULTY_MS);
    stop.abort();
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
