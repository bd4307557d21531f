import type { Call } from '../testbed/callers.ts';

/* What callers saw of a fault, and whether that is what is promised. */

export interface Expectation {
  /** What reads and creates may return besides 2xx. */
  readonly reads: readonly number[];
  readonly creates: readonly number[];
  /** How long a response may take. */
  readonly maxResponseMs: number;
  /** How long some requests may fail after the fault has ended. */
  readonly maxRecoveryMs: number;
}

/** On the clock of the calls. */
export interface Times {
  readonly injectedMs: number;
  readonly healedMs: number;
}

export interface Found {
  readonly lost: number;
  readonly twice: number;
  readonly contradictions: number;
}

export interface Aftermath {
  readonly found: Found;
  readonly logLines: number;
  /** Lines of the log that may explain what is not as expected. */
  readonly errors: readonly string[];
}

export interface Report extends Found {
  readonly fault: string;
  readonly requests: number;
  /** Of all requests; `0` for those without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** From the end of the fault to the end of the last request that failed. */
  readonly recoveryMs: number;
  /** The most in a second, without those of the access log. */
  readonly logLines: number;
  /** What was not as expected. */
  readonly broken: readonly string[];
}

/** How many lines an instance may log in a second besides those of its access log. */
const MAX_LOG_LINES = 30;

export const isFailed = ({ status }: Call) => status < 200 || status > 299;

/** Judges what callers saw, from before the fault until after it. */
export function judge(
  fault: string,
  expected: Expectation,
  calls: readonly Call[],
  { injectedMs, healedMs }: Times,
  { found, logLines, errors }: Aftermath,
): Report {
  const failed = calls.filter(isFailed);
  const during = calls.filter((call) => call.endedMs >= injectedMs);
  const slowestMs = Math.max(0, ...during.map((call) => call.endedMs - call.startedMs));
  const recoveryMs = Math.max(0, ...failed.map((call) => call.endedMs - healedMs));
  const statuses: Record<string, number> = {};
  for (const { status } of calls) statuses[status] = (statuses[status] ?? 0) + 1;
  const broken = [
    ...unexpected(expected, failed),
    ...over('the slowest response took', slowestMs, expected.maxResponseMs),
    ...over('recovery took', recoveryMs, expected.maxRecoveryMs),
    ...some(found.lost, 'acknowledged creates are lost'),
    ...some(found.twice, 'animals exist twice'),
    ...some(found.contradictions, 'animals were acknowledged with two ids'),
    ...(logLines > MAX_LOG_LINES ? [`${logLines} lines of log in a second`] : []),
    // Otherwise nothing was observed.
    ...(during.length === 0 ? ['there was no request'] : []),
  ];
  return {
    fault,
    requests: calls.length,
    statuses,
    slowestMs,
    recoveryMs,
    ...found,
    logLines,
    broken: broken.length > 0 ? [...broken, ...errors] : [],
  };
}

function unexpected(expected: Expectation, failed: readonly Call[]): string[] {
  const counts = new Map<string, number>();
  for (const call of failed) {
    const allowed = call.request.startsWith('GET') ? expected.reads : expected.creates;
    const isExpected = allowed.includes(call.status);
    const isComplete = call.status !== 503 || call.hasRetryAfter;
    if (isExpected && isComplete) continue;
    const [method = ''] = call.request.split(' ');
    const status = call.status === 0 ? 'got no response' : `got ${call.status}`;
    const detail = isExpected ? ' without Retry-After' : '';
    const text = `${method} ${status}${detail}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} × ${text}`);
}

function over(what: string, ms: number, limitMs: number): string[] {
  if (ms <= limitMs) return [];
  return [`${what} ${Math.round(ms)} ms, and not ${limitMs} ms at most`];
}

function some(count: number, what: string): string[] {
  return count > 0 ? [`${count} ${what}`] : [];
}
