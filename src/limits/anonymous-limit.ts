import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { LruMap } from 'toad-cache';
import {
  countIn,
  currentSeconds,
  describeWindow,
  emptyWindow,
  type LimitWindow,
  refresh,
  type Window,
} from './window.ts';

/*
 * Counts callers without a valid key by IP address, apart from the customers: however many addresses
 * call, no customer's count is pushed out of memory.
 */

declare module 'fastify' {
  interface FastifyInstance {
    anonymousLimit: AnonymousLimit;
  }
}

export interface AnonymousLimit {
  /** Counts a request from an IP address. */
  count(ip: string): AnonymousWindow;
  /** Returns the window of an IP address without counting. */
  peek(ip: string): AnonymousWindow;
}

export interface AnonymousWindow extends LimitWindow {
  /** What is counted as one caller: an IPv4 address, or an IPv6 /64 network. */
  readonly address: string;
  readonly isExceeded: boolean;
}

export interface AnonymousLimitOptions {
  readonly perMinute: number;
}

/** About 250 bytes each. Beyond them the address that called longest ago is forgotten. */
const MAX_ADDRESSES = 50_000;
const IPV6_SUBNET = 64;

function anonymousLimit(
  app: FastifyInstance,
  { perMinute }: AnonymousLimitOptions,
  done: () => void,
) {
  const windows = new LruMap<Window>(MAX_ADDRESSES);

  function count(ip: string) {
    const address = normalizeIP(ip, IPV6_SUBNET);
    const nowSeconds = currentSeconds();
    const window = windowOf(address, nowSeconds);
    countIn(window, nowSeconds);
    windows.set(address, window);
    return describe(address, window, nowSeconds);
  }

  function peek(ip: string) {
    const address = normalizeIP(ip, IPV6_SUBNET);
    const nowSeconds = currentSeconds();
    return describe(address, windowOf(address, nowSeconds), nowSeconds);
  }

  function windowOf(address: string, nowSeconds: number) {
    return refresh(windows.get(address) ?? emptyWindow(), 'minute', nowSeconds);
  }

  function describe(address: string, window: Window, nowSeconds: number): AnonymousWindow {
    const isExceeded = window.used > perMinute;
    return { ...describeWindow('minute', window, perMinute, nowSeconds), address, isExceeded };
  }

  app.decorate('anonymousLimit', { count, peek });
  done();
}

export default fp(anonymousLimit, { name: 'anonymous-limit' });
