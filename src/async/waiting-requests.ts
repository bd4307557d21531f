import { AsyncLocalStorage } from 'node:async_hooks';
import type { Link, SpanContext } from '@opentelemetry/api';

/*
 * Knows which requests wait for a call to the database, since their traces show the call. Several
 * requests can share a call. Without traces nothing is kept.
 */

/** What is known of a span before it ends. */
export interface BegunSpan {
  readonly context: SpanContext;
  readonly parentSpanContext?: SpanContext;
  /** By the monotonic clock. */
  readonly startMs: number;
  readonly links: Link[];
}

/** A request, or all that share a call: a list that may grow while the call is in flight. */
export type Waiting = BegunSpan | readonly (Waiting | undefined)[];

const current = new AsyncLocalStorage<Waiting | undefined>();

/** The requests that wait for a call that is made now. Undefined without traces. */
export function waitingRequests(): Waiting | undefined {
  return current.getStore();
}

/** Makes a call that the given requests wait for. */
export function callFor<Result>(waiting: Waiting | undefined, call: () => Result): Result {
  return current.run(waiting, call);
}

/** Makes a call that the given requests share. */
export function callForAll<Result>(
  waiting: readonly (Waiting | undefined)[],
  call: () => Result,
): Result {
  // At the end of a tick, all calls are made in the context of the first one: it may be traced.
  const isTraced = current.getStore() !== undefined || waiting.some(Boolean);
  return isTraced ? callFor(waiting, call) : call();
}
