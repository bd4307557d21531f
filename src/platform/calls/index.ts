// Calls of other services, with what each call needs: a time limit, a trace, and another attempt
// where that is safe.

import { setTimeout as wait } from 'node:timers/promises';

export interface CallOptions extends Omit<RequestInit, 'body'> {
  /** Text or bytes, which can be sent again. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** How long the call may take with all attempts, until the whole body has arrived. */
  readonly timeoutMs?: number;
}

/** @throws FailedCall if there is no response. @returns any response, whatever its status */
export type Fetch = (url: string | URL, options?: CallOptions) => Promise<Response>;

/**
 * A call without a response, or without one in time. Unless a handler catches it, its request gets
 * 503.
 */
export class FailedCall extends Error {
  override readonly name = 'FailedCall';
}

/** A step of a request that is traced, which the call begins. */
export interface TracedCall {
  readonly headers: Readonly<Record<string, string>>;
  /** @param failure an error type; undefined for success */
  end(failure?: string): void;
}

/** Begins the step of a call. @returns undefined outside of a request that is traced */
type BeginCall = (method: string, url: URL) => TracedCall | undefined;

const TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 3;
/** Sent twice, they do what they do once. @see RFC 9110 section 9.2.2 */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** Another attempt may succeed soon. */
const TEMPORARY = new Set([429, 502, 503, 504]);
/** The pause after the first attempt, which doubles, and of which up to a half is left out. */
const PAUSE_MS = 100;

/** @param beginCall undefined without traces */
export function createFetch(beginCall?: BeginCall): Fetch {
  return async (given, { timeoutMs = TIMEOUT_MS, ...options } = {}) => {
    const url = new URL(given);
    const method = (options.method ?? 'GET').toUpperCase();
    const endMs = performance.now() + timeoutMs;
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const maxAttempts = IDEMPOTENT.has(method) ? MAX_ATTEMPTS : 1;
    for (let attempt = 1; ; attempt += 1) {
      const result = await tryOnce(url, { ...options, method, signal });
      const pauseMs = pauseAfter(result, attempt);
      const isLast =
        attempt === maxAttempts || signal.aborted || performance.now() + pauseMs >= endMs;
      if (result instanceof FailedCall && isLast) throw result;
      if (result instanceof Response && (isLast || !TEMPORARY.has(result.status))) return result;
      // A body that nobody reads would keep its connection.
      if (result instanceof Response) await result.body?.cancel();
      await wait(pauseMs, undefined, { signal }).catch((cause) => {
        throw failed(method, url, cause);
      });
    }
  };

  async function tryOnce(url: URL, options: CallOptions & { method: string }) {
    const { method } = options;
    const traced = beginCall?.(method, url);
    const headers = new Headers(options.headers);
    for (const [name, value] of Object.entries(traced?.headers ?? {})) headers.set(name, value);
    try {
      const response = await fetch(url, { ...options, headers });
      traced?.end(response.status >= 400 ? String(response.status) : undefined);
      return response;
    } catch (cause) {
      const error = failed(method, url, cause);
      traced?.end(error.name);
      return error;
    }
  }
}

/** Without the path and the query, into which people put secrets. */
function failed(method: string, { origin }: URL, cause: unknown): FailedCall {
  return new FailedCall(`${method} ${origin} has failed`, { cause });
}

/** How long to pause: what the other service asks for, or a little longer each time. */
function pauseAfter(result: Response | FailedCall, attempt: number): number {
  const asked = result instanceof Response ? result.headers.get('retry-after') : null;
  if (asked !== null && /^\d+$/.test(asked)) return Number(asked) * 1_000;
  return PAUSE_MS * 2 ** (attempt - 1) * (1 - Math.random() / 2);
}
