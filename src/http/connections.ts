import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import proxyaddr, { compile } from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { bareAddresses, keptAddress } from '../limits/index.ts';
import { createShares, type Holder } from './shares.ts';

/*
 * Knows the open connections and what is unanswered on each. Bounds how many there are, and how long a
 * client may take to receive a response: Node would keep it in memory for as long as the client likes.
 */

declare module 'fastify' {
  interface FastifyInstance {
    connections: {
      readonly open: ReadonlyMap<Socket, Connection>;
      /** Where a request comes from: an address, or an IPv6 network. Undefined if the proxy does not say. */
      addressOf(request: IncomingMessage): Holder;
      /** Whose share a request is in: its customer's, or else its address's. */
      holderOf(request: FastifyRequest): Holder;
      /** Calls the listener when a connection is closed before a request has its complete response. */
      onAbort(listener: AbortListener): void;
      /** Closes the connections of an address that have had no response, and accepts none until the next check. Trusted proxies are not affected. */
      shutOut(holder: Holder): void;
    };
  }
}

/** @param isByClient whether the client has closed the connection, and not this service */
type AbortListener = (reply: FastifyReply, isByClient: boolean) => void;

export interface Connection {
  /** Whose share of the connections it is in: its address, unless that is a trusted proxy. */
  readonly holder: Holder;
  /** The requests without a complete response, in the order of their arrival. */
  readonly unanswered: Exchange[];
  /** The reply to the first of them, the only one that is processed. */
  reply: FastifyReply | undefined;
  /** Gives back what that request holds until its response is received. */
  release: (() => void) | undefined;
  /** The latest request that had its response before its body. */
  answeredEarly: IncomingMessage | undefined;
  /** Whether something on it could not be read, after which nothing more can. */
  isFaulty: boolean;
  /** Since when the client receives nothing of that response, and when it had received the last one; 0 for never. */
  stalledAt: number;
  receivedAt: number;
  /** How much the client has received. */
  receivedBytes: number;
  /** How much had been sent before that response, if it is a stream. */
  sentBytes: number;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface ConnectionsOptions {
  readonly maxConnections?: number;
  readonly trustedProxies?: readonly string[] | undefined;
  readonly receiveTimeoutMs?: number;
}

/** How long a client may take to receive a response, and how often that is checked. */
const RECEIVE_TIMEOUT_MS = 30_000;
const CHECKS = 30;
/**
 * How many connections an address that has its share of them can replace between two checks. Each costs
 * more than a new one that is closed at once, and who opens more than these wants just that.
 */
const MAX_REPLACED = 50;

async function connections(app: FastifyInstance, options: ConnectionsOptions) {
  const { maxConnections = 2_000, trustedProxies = [] } = options;
  const { receiveTimeoutMs = RECEIVE_TIMEOUT_MS } = options;
  const isTrusted = compile([...trustedProxies]);
  const shares = createShares(maxConnections);
  const open = new Map<Socket, Connection>();
  /** How many connections have been closed in favour of new ones since the last check. */
  const replaced = new Map<Holder, number>();
  const shutOut = new Set<Holder>();
  const abortListeners: AbortListener[] = [];
  // Counts the checks: cheaper than asking for the time twice for each response.
  let now = 1;

  app.decorate('connections', {
    open,
    addressOf,
    onAbort: (listener) => abortListeners.push(listener),
    shutOut(holder) {
      if (holder === undefined) return;
      shutOut.add(holder);
      for (const [socket, connection] of open) {
        if (connection.holder === holder && connection.receivedAt === 0) close(socket);
      }
    },
    // Outside the API no caller is identified.
    holderOf: ({ caller, raw }) => caller?.customer?.customerId ?? addressOf(raw),
  });
  app.server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // It has been closed already.
    if (remoteAddress === undefined) return;
    const holder = holderOf(remoteAddress);
    const isRefused = shutOut.has(holder) || !(shares.hasRoom(holder) || makeRoom(holder));
    if (isRefused) return void socket.destroy();
    shares.take(holder);
    open.set(socket, {
      holder,
      unanswered: [],
      reply: undefined,
      release: undefined,
      answeredEarly: undefined,
      isFaulty: false,
      stalledAt: 0,
      receivedAt: 0,
      receivedBytes: 0,
      sentBytes: 0,
    });
    socket.once('close', () => remove(socket));
  });

  // onRequest, before every other hook, so that they find the reply.
  app.addHook('onRequest', ({ raw }, reply, next) => {
    const connection = open.get(raw.socket);
    if (connection) connection.reply = reply;
    next();
  });
  app.addHook('onSend', ({ raw }, _reply, payload, next) => {
    const connection = open.get(raw.socket);
    if (connection) {
      connection.stalledAt = now;
      if (payload instanceof Readable) connection.sentBytes = raw.socket.bytesWritten;
    }
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    const connection = open.get(request.raw.socket);
    if (connection) {
      connection.release?.();
      connection.release = undefined;
      if (!wasReset(request)) connection.reply = undefined;
      connection.stalledAt = 0;
      connection.receivedAt = now;
    }
    next();
  });

  const timer = setInterval(cutOffStalled, receiveTimeoutMs / CHECKS).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  function cutOffStalled() {
    now += 1;
    replaced.clear();
    shutOut.clear();
    for (const [socket, connection] of open) {
      if (connection.stalledAt === 0) continue;
      const receivedBytes = socket.bytesWritten - socket.writableLength;
      // A part of it was received, or the next part is still to be made.
      if (receivedBytes > connection.receivedBytes || socket.writableLength === 0) {
        connection.stalledAt = now;
      }
      connection.receivedBytes = receivedBytes;
      if (now - connection.stalledAt > CHECKS) socket.destroy();
    }
  }

  function addressOf(request: IncomingMessage): Holder {
    const { remoteAddress } = request.socket;
    const proxied = holderOf(remoteAddress);
    if (proxied !== undefined || remoteAddress === undefined) return proxied;
    bareAddresses(request.headers);
    const forwarded = proxyaddr(request, isTrusted);
    return forwarded === remoteAddress || !isIP(forwarded) ? undefined : keptAddress(forwarded);
  }

  /** An address, or an IPv6 network. Those of trusted proxies are shared by all callers behind them. */
  function holderOf(remoteAddress: string | undefined): Holder {
    if (remoteAddress === undefined || isTrusted(remoteAddress, 0)) return undefined;
    return normalizeIP(remoteAddress);
  }

  /**
   * Closes a connection of the holder, or of anybody if all are open, but of a trusted proxy last.
   *
   * @returns false if the holder opens so many that those that are closed would not be missed
   */
  function makeRoom(holder: Holder): boolean {
    if (shares.isUsedUp()) {
      close(
        findStalest((connection) => connection.holder !== undefined) ?? findStalest(() => true),
      );
      return true;
    }
    const count = replaced.get(holder) ?? 0;
    if (count === MAX_REPLACED) return false;
    replaced.set(holder, count + 1);
    close(findStalest((connection) => connection.holder === holder));
    return true;
  }

  function close(socket: Socket | undefined) {
    socket?.destroy();
    if (socket) remove(socket);
  }

  /** Finds the connection that has gone longest without a complete response, or one that does not wait for it. */
  function findStalest(isCandidate: (connection: Connection) => boolean): Socket | undefined {
    let stalest: Socket | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const [socket, connection] of open) {
      const receivedAt = connection.unanswered.length > 1 ? 0 : connection.receivedAt;
      if (receivedAt < earliest && isCandidate(connection)) {
        stalest = socket;
        earliest = receivedAt;
      }
    }
    return stalest;
  }

  function remove(socket: Socket) {
    const connection = open.get(socket);
    if (!connection) return;
    open.delete(socket);
    shares.release(connection.holder);
    connection.release?.();
    if (connection.reply) reportAbort(connection.reply, socket);
    connection.reply = undefined;
  }

  function reportAbort(reply: FastifyReply, { readableEnded, errored }: Socket) {
    for (const listener of abortListeners) listener(reply, readableEnded || errored !== null);
  }
}

/** Whether the client has reset the connection: Node 22 says of its response all the same that it is complete. */
export function wasReset({ raw }: FastifyRequest): boolean {
  return Boolean(raw.socket.errored);
}

export default fp(connections, { name: 'connections' });
