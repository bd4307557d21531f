// Reads from a replica: which it may serve, and how far behind it is.

export type { SharedWrites } from './recent-writes.ts';
export { openReplica, type Replica } from './replica.ts';
export { confirmWrite, type ReplicatedDatabase, routeReads } from './route-reads.ts';
