import { ReplyError } from 'ioredis';
import { SLOTS } from './redis-slots.ts';

/** Where a node is to be found, as the cluster announces it. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** What its certificate may name in place of the host. */
  readonly hostname?: string | undefined;
}

/** Where a command has to be sent instead. */
export interface Redirect {
  /** Whether the slot has moved for good, and not this key alone. */
  readonly hasMoved: boolean;
  readonly endpoint: Endpoint;
}

type Announced = [host: string | null, port: number, id: string, details?: readonly string[]];
/** The first node is the master, the others are its replicas. */
type SlotRange = [first: number, last: number, master: Announced, ...replicas: Announced[]];

const REDIRECT = /^(MOVED|ASK) \d+ (.*):(\d+)$/;

/**
 * Reads the response to CLUSTER SLOTS.
 *
 * @param askedHost the host of the node that responded: it stands for one that is not announced
 * @returns the master of each slot, undefined for slots that none serves
 */
export function readSlots(reply: unknown, askedHost: string): (Endpoint | undefined)[] {
  const masters = new Array<Endpoint | undefined>(SLOTS).fill(undefined);
  // As Redis documents it.
  for (const [first, last, [host, port, , details = []]] of reply as SlotRange[]) {
    const name = details.indexOf('hostname');
    const hostname = name === -1 ? undefined : details[name + 1];
    masters.fill({ host: known(host, askedHost), port, hostname }, first, last + 1);
  }
  return masters;
}

/** Reads MOVED and ASK; undefined for any other error. */
export function readRedirect(error: Error, askedHost: string): Redirect | undefined {
  if (!(error instanceof ReplyError)) return undefined;
  const [, kind, host = '', port] = REDIRECT.exec(error.message) ?? [];
  if (kind === undefined) return undefined;
  return {
    hasMoved: kind === 'MOVED',
    endpoint: { host: known(host, askedHost), port: Number(port) },
  };
}

/** With `cluster-preferred-endpoint-type unknown-endpoint`, or a name that is not announced. */
function known(host: string | null, askedHost: string): string {
  return host === null || host === '' || host === '?' ? askedHost : host;
}
