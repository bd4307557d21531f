// The open connections of a server: what is known of each, and which of them gives way to a new
// one.

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endOfTick } from '../async/ticks.ts';
import type { ApiError } from '../errors/index.ts';

/** What is known of a connection. */
interface Connection {
  /** The response to its latest request. */
  latest?: ServerResponse;
  /** How many requests wait for the one before them. */
  waiting: number;
  /** Whether it is closed after the requests that it has sent: no other is processed. */
  isLast: boolean;
  /** The error of input that could not be read: nothing after it is read. */
  error?: ApiError;
  /** Closes it at once, because of what its client has sent. */
  cutOff(): void;
  /** Is called when a request begins. */
  onBusy(): void;
  /** Is called when the response to its latest request has ended. */
  onIdle(): void;
}

const connections = new WeakMap<Socket, Connection>();
const ignore = () => undefined;

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known) return known;
  const cutOff = () => socket.destroy();
  const connection = { waiting: 0, isLast: false, cutOff, onBusy: ignore, onIdle: ignore };
  connections.set(socket, connection);
  return connection;
}

export interface Bounds {
  readonly maxConnections: number;
  /** Of one client; 0 means no limit, as in deploy/haproxy.cfg. */
  readonly maxConnectionsPerAddress: number;
  /** Whether an address is a trusted proxy, which opens connections for many clients. */
  readonly isProxy: (address: string) => boolean;
  /** What counts as one address. */
  readonly networkOf: (address: string) => string;
}

/** The connections of an address, or of all. */
interface Group {
  readonly max: number;
  readonly open: Set<Open>;
  /** Those without a request in progress. The one that has been idle longest comes first. */
  readonly idle: Set<Open>;
}

interface Open {
  readonly socket: Socket;
  readonly address: string;
  readonly ofAddress: Group;
  /** When it was opened, or its latest response ended. */
  idleSinceMs: number;
  /** How much it had received then. */
  bytesRead: number;
}

/** How long a connection may be idle beyond the time that clients are told. */
const IDLE_MARGIN_MS = 1_000;
/** How long a connection may be idle while the server closes: a request may be on its way. */
const CLOSING_IDLE_MS = 500;
/** How often connections that have been idle for too long are closed. */
const INTERVAL_MS = 500;
/** How long an address that had a connection cut off cannot open another. */
const BLOCK_MS = 1_000;

interface OpenConnections {
  /** Closes idle connections from now on, so that the server can end. */
  beginClosing(): void;
  /** Closes all connections, and later ones. @returns how many had a request in progress */
  cutOff(): number;
}

const servers = new WeakMap<Server, OpenConnections>();

/** The connections of a server with bounds. */
export function openConnectionsOf(server: Server): OpenConnections | undefined {
  return servers.get(server);
}

/**
 * Bounds the connections of a server. Beyond a bound, the connection that has been idle longest
 * gives way to a new one. An address beyond its own bound only closes connections of its own. If
 * none is idle, the new one is closed.
 *
 * A connection is idle while it has no request in progress, even if it has sent a part of a head:
 * otherwise half heads would keep others out. But such a one comes after the others, once.
 */
export function boundConnections(server: Server, bounds: Bounds): void {
  const { maxConnections, maxConnectionsPerAddress, isProxy, networkOf } = bounds;
  const all = createGroup(maxConnections);
  const byAddress = new Map<string, Group>();
  /** Addresses that cannot connect now. */
  const blocked = new Set<string>();
  let isClosing = false;
  let isCutOff = false;

  server.on('connection', (socket: Socket) => {
    // A client that has closed the connection already leaves no address.
    const { remoteAddress = '' } = socket;
    const address = remoteAddress && networkOf(remoteAddress);
    if (address === '' || blocked.has(address) || isCutOff) {
      socket.destroy();
      return;
    }
    const isBounded = !isProxy(remoteAddress);
    const max = (isBounded && maxConnectionsPerAddress) || Number.POSITIVE_INFINITY;
    const ofAddress = byAddress.get(address) ?? createGroup(max);
    byAddress.set(address, ofAddress);
    const one = { socket, address, ofAddress, idleSinceMs: 0, bytesRead: 0 };
    for (const { open } of [all, ofAddress]) open.add(one);
    setIdle(one);
    const connection = connectionOf(socket);
    connection.onBusy = () => dequeue(one);
    connection.onIdle = () => setIdle(one);
    if (isBounded) connection.cutOff = () => block(address);
    socket.once('close', () => remove(one));
    // Requests that have arrived are read first: their connections are not idle.
    if (hasTooMany(ofAddress) || hasTooMany(all)) void endOfTick().then(() => makeRoom(one));
  });

  // Node's own timeout begins anew with any byte, even with an empty line.
  const timer = setInterval(() => void endOfTick().then(closeIdle), INTERVAL_MS).unref();
  server.once('close', () => clearInterval(timer));
  // Node 26 would also close those that have sent nothing yet, whose request may be on its way.
  server.closeIdleConnections = () => {
    closeEachIdle(({ socket, bytesRead }) => {
      return connectionOf(socket).latest !== undefined && socket.bytesRead === bytesRead;
    });
  };
  servers.set(server, {
    beginClosing() {
      isClosing = true;
    },
    cutOff() {
      isCutOff = true;
      const busy = all.open.size - all.idle.size;
      for (const { socket } of all.open) socket.destroy();
      return busy;
    },
  });

  function setIdle(one: Open) {
    if (!all.open.has(one)) return;
    one.idleSinceMs = performance.now();
    one.bytesRead = one.socket.bytesRead;
    enqueue(one);
  }

  function enqueue(one: Open) {
    all.idle.add(one);
    one.ofAddress.idle.add(one);
  }

  function dequeue(one: Open) {
    all.idle.delete(one);
    one.ofAddress.idle.delete(one);
  }

  function makeRoom(given: Open) {
    const { ofAddress } = given;
    if (hasTooMany(ofAddress)) return close(longestIdle(ofAddress, given) ?? given);
    if (!hasTooMany(all)) return;
    const own = longestIdle(ofAddress, given);
    // Not one that is as new, whose request may be on its way, as those of a browser are.
    const isUsed = own !== undefined && own.bytesRead > 0;
    close(isUsed ? own : (longestIdle(all, given) ?? given));
  }

  /** @param given a new connection, which is no candidate */
  function longestIdle({ idle }: Group, given: Open): Open | undefined {
    for (const one of idle) {
      if (one === given) continue;
      const { bytesRead } = one.socket;
      if (one.bytesRead === bytesRead) return one;
      one.bytesRead = bytesRead;
      dequeue(one);
      enqueue(one);
    }
    return undefined;
  }

  function closeIdle() {
    const maxIdleMs = isClosing ? CLOSING_IDLE_MS : server.keepAliveTimeout + IDLE_MARGIN_MS;
    const untilMs = performance.now() - maxIdleMs;
    closeEachIdle(({ idleSinceMs }) => idleSinceMs <= untilMs);
  }

  function closeEachIdle(isDue: (one: Open) => boolean) {
    for (const one of all.idle) {
      // A connection that is ending still has to send its last response.
      if (isDue(one) && !one.socket.writableEnded) one.socket.destroy();
    }
  }

  function close(one: Open) {
    remove(one);
    one.socket.destroy();
  }

  function remove(one: Open) {
    // It has given way before its socket closed.
    if (!all.open.delete(one)) return;
    const { address, ofAddress } = one;
    dequeue(one);
    ofAddress.open.delete(one);
    if (ofAddress.open.size === 0) byAddress.delete(address);
  }

  /** Closes all connections of an address: reading what the others have sent would cost as much. */
  function block(address: string) {
    blocked.add(address);
    setTimeout(() => blocked.delete(address), BLOCK_MS).unref();
    for (const { socket } of byAddress.get(address)?.open ?? []) socket.destroy();
  }
}

function createGroup(max: number): Group {
  return { max, open: new Set(), idle: new Set() };
}

/** Whether a group has more connections than it may have. */
function hasTooMany({ open, max }: Group): boolean {
  return open.size > max;
}
