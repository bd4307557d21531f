// What an operator sees of the service: the log, and how failures get there. Metrics and traces are
// imported only if they are needed (src/platform/observers.ts).

export { createAccessLog, logConnectionError } from './access-log.ts';
export { type ClockDifferences, watchClocks } from './clock-differences.ts';
export { createFailureLogs, type LogFailure, type MakeFailureLog } from './failure-log.ts';
export {
  boundedLog,
  createRequestLog,
  LOGGER_OPTIONS,
  type LogFields,
  type LogStream,
  logFieldsOf,
} from './log.ts';
export { logUnhandledRejections } from './unhandled-rejections.ts';
