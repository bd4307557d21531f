// Asks Redis about callers: those of a tick together, and none for longer than a request may wait.

import { randomUUID } from 'node:crypto';
import { createObservedCalls } from '../../async/observed-calls.ts';
import { batchByTick } from '../../async/ticks.ts';
import { withTimeout } from '../../async/with-timeout.ts';
import { type Client, databaseOf } from './client.ts';
import type { Question, Reply } from './script.ts';

interface Asked {
  /** The key in Redis of a caller. */
  readonly redisKey: string;
  readonly question: Question;
}

export type Ask = ReturnType<typeof createCommands>['ask'];

/** How many callers share a command. Redis does nothing else in the time, about 2 ms. */
export const MAX_TOGETHER = 100;

/** @param maxWaitMs how long a request waits for Redis at most */
export function createCommands(client: Client, maxWaitMs: number) {
  const instance = randomUUID().slice(0, 8);
  const { observe, add } = createObservedCalls<void>();
  // A call for each caller costs 12 µs of CPU more, here and in Redis together: a third of the row
  // `401` of `npm run bench`. In a cluster callers share none: each node has only some of them.
  const send = batchByTick(sendAll, client.isCluster ? 1 : MAX_TOGETHER);

  async function sendAll(asked: readonly Asked[]): Promise<string[]> {
    const redisKeys = asked.map(({ redisKey }) => redisKey);
    const questions = asked.map(({ question }) => JSON.stringify(question));
    const database = String(databaseOf(client));
    const own = [instance, database, ...questions];
    const replies = client.countRequests(redisKeys.length, ...redisKeys, ...own);
    // In two halves: a blocked event loop can use up only one of them.
    const waitForHalf = () => withTimeout(replies, maxWaitMs / 2);
    return waitForHalf().catch(waitForHalf);
  }

  /** @throws the error of Redis or of its connection, or ETIMEDOUT */
  async function ask(asked: Asked): Promise<Reply> {
    return JSON.parse(await observe(undefined, () => send(asked)));
  }

  return {
    ask,
    /** Observes each question from now on, in the context of its request. */
    onQuestion: add,
  };
}
