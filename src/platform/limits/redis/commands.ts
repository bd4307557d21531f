// Sends commands to Redis: those of a tick in one call, and none waits longer than a request may.

import { randomUUID } from 'node:crypto';
import { createObservedCalls } from '../../async/observed-calls.ts';
import { batchByTick } from '../../async/ticks.ts';
import { withTimeout } from '../../async/with-timeout.ts';
import { type Client, databaseOf } from './client.ts';
import type { Command, Reply } from './script.ts';

interface KeyedCommand {
  /** The key in Redis of a caller. */
  readonly redisKey: string;
  readonly command: Command;
}

export type SendCommand = ReturnType<typeof createCommands>['sendCommand'];

/** How many commands share a call. Redis does nothing else in the time, about 2 ms. */
export const MAX_TOGETHER = 100;

/** @param maxWaitMs how long a request waits for Redis at most */
export function createCommands(client: Client, maxWaitMs: number) {
  const instance = randomUUID().slice(0, 8);
  const { observe, add } = createObservedCalls<void>();
  // A call for each caller costs 12 µs of CPU more, here and in Redis together: a third of the row
  // `401` of `npm run bench`. In a cluster callers share none: each node has only some of them.
  const sendInTick = batchByTick(sendAll, client.isCluster ? 1 : MAX_TOGETHER);

  async function sendAll(commands: readonly KeyedCommand[]): Promise<string[]> {
    const redisKeys = commands.map(({ redisKey }) => redisKey);
    const texts = commands.map(({ command }) => JSON.stringify(command));
    const database = String(databaseOf(client));
    const own = [instance, database, ...texts];
    const replies = client.countRequests(redisKeys.length, ...redisKeys, ...own);
    // In two halves: a blocked event loop can use up only one of them.
    const waitForHalf = () => withTimeout(replies, maxWaitMs / 2);
    return waitForHalf().catch(waitForHalf);
  }

  /** @throws the error of Redis or of its connection, or ETIMEDOUT */
  async function sendCommand(command: KeyedCommand): Promise<Reply> {
    return JSON.parse(await observe(undefined, () => sendInTick(command)));
  }

  return {
    sendCommand,
    /** Observes each command from now on, in the context of its request. */
    onCommand: add,
  };
}
