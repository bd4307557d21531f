import type { Redis, Result } from 'ioredis';
import { CHECK, COUNT_REQUESTS, MERGE_USAGE } from './redis-scripts.ts';

/** What a server of Redis is asked to do with one key, or with several where it is no cluster. */
export interface Command<Reply> {
  send(client: Redis): Promise<Reply>;
  /** The same for a server that may not know the script. */
  words(): [name: string, ...words: (string | number)[]];
}

/** When the windows were opened, and three numbers for each request; or an error. */
export type CallerReply = string | [minuteOpened: number, dayOpened: number, ...numbers: number[]];
export type CountReply = [seconds: number, ...callers: CallerReply[]];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(keys: number, ...keysAndArgs: string[]): Result<CountReply, Context>;
    mergeUsage(key: string, ...args: number[]): Result<null, Context>;
    checkCounting(key: string): Result<null, Context>;
  }
}

/** What a key is to blame for, and not its server. */
const ERROR_OF_KEY = /\bWRONGTYPE /;
const SCRIPTS = { mergeUsage: MERGE_USAGE, checkCounting: CHECK };

/** Makes the scripts known to a connection, which sends each in full once. */
export function defineScripts(client: Redis) {
  for (const [name, lua] of Object.entries(SCRIPTS)) {
    client.defineCommand(name, { numberOfKeys: 1, lua });
  }
  client.defineCommand('countRequests', { lua: COUNT_REQUESTS });
}

/** @param requests what the script takes for these keys, in their order */
export function countRequests(keys: readonly string[], requests: string): Command<CountReply> {
  return {
    send: (client) => client.countRequests(keys.length, ...keys, requests),
    words: () => ['eval', COUNT_REQUESTS, keys.length, ...keys, requests],
  };
}

export function mergeUsage(key: string, args: number[]): Command<null> {
  return {
    send: (client) => client.mergeUsage(key, ...args),
    words: () => ['eval', MERGE_USAGE, 1, key, ...args],
  };
}

export function checkCounting(key: string): Command<null> {
  return {
    send: (client) => client.checkCounting(key),
    words: () => ['eval', CHECK, 1, key],
  };
}

export function setHint(key: string, lifetimeSeconds: number): Command<unknown> {
  return {
    send: (client) => client.set(key, 1, 'EX', lifetimeSeconds),
    words: () => ['set', key, 1, 'EX', lifetimeSeconds],
  };
}

export function hasHint(key: string): Command<number> {
  return { send: (client) => client.exists(key), words: () => ['exists', key] };
}

/** Whether a command has failed for a reason that holds for its key, and for no others of the server. */
export function isOfKey(message: string): boolean {
  return ERROR_OF_KEY.test(message);
}
