import type { Database } from '../database.ts';
import type { Query } from '../statements.ts';
import type { Replica } from './replica.ts';

/** The database, and the replica of it that may be read instead. */
export interface ReplicatedDatabase extends Database {
  readonly replica?: Replica | undefined;
}

/** Returns what this customer may see; without one, what is on the primary. */
export type Read<Request, Result> = (request: Request, customerId?: number) => Promise<Result>;

interface Rules<Request, Result> {
  /** Whether a read may be late at all. */
  readonly mayBeLate?: (request: Request) => boolean;
  /** Whether a result holds, however late it is. */
  readonly isFinal?: (result: Result) => boolean;
}

/**
 * Makes a read of the database one that goes to the replica, where there is one and it may serve the
 * customer, and otherwise, or when it fails there, to the primary.
 *
 * @param open makes the read on one of them
 */
export function routeReads<Request, Result>(
  { query, replica }: Pick<ReplicatedDatabase, 'query' | 'replica'>,
  open: (query: Query) => (request: Request) => Promise<Result>,
  { mayBeLate = () => true, isFinal = () => true }: Rules<Request, Result>,
): Read<Request, Result> {
  const read = open(query);
  if (!replica) return read;
  const readReplica = open(replica.query);
  return async (request, customerId) => {
    const isAllowed = customerId !== undefined && mayBeLate(request);
    if (!isAllowed || !(await replica.mayServe(customerId))) return read(request);
    try {
      const result = await replica.inTime(readReplica(request));
      if (isFinal(result)) return result;
    } catch {
      // The replica has noted it.
    }
    return read(request);
  };
}

/**
 * Confirms a write once no instance reads it from a replica that may not show it yet. Of one that has failed
 * nobody knows whether it was made.
 */
export function confirmWrite<Result>(
  replica: Replica | undefined,
  customerId: number | undefined,
  write: Promise<Result>,
): Promise<Result> {
  if (!replica || customerId === undefined) return write;
  return write.finally(() => replica.noteWrite(customerId));
}
