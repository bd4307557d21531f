import type { Callers } from '../testbed/callers.ts';
import type { Expectation } from './judge.ts';
import type { Log } from './log.ts';

/* What faults are injected into: servers, instances of the service, and a customer. */

export interface Fault {
  readonly expected: Expectation;
  /** Begins it. What it is told holds for the customer that calls meanwhile. */
  inject(callers: Callers): Promise<unknown>;
  /** Ends it, as an operator would, if it does not end by itself. */
  heal(callers: Callers): Promise<unknown>;
}

export interface Stage<Name extends string = string> {
  /** The database, without what may fail in between. Asked for when a fault is over. */
  url(): string;
  readonly key: string;
  /** Where the service is called. */
  readonly origins: readonly string[];
  readonly log: Log;
  /** Undefined for what this machine or account cannot do. */
  readonly faults: Readonly<Record<Name, Fault | undefined>>;
  close(): Promise<unknown>;
}

/** A kind of stage. */
export interface StageKind<Name extends string = string> {
  readonly faults: readonly Name[];
  /** What has to be installed. */
  readonly needs: string;
  /** @returns undefined if that is not */
  open(): Promise<Stage<Name> | undefined>;
}
