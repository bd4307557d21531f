// Jobs: what a service repeats beside its requests, on each instance or on one of several.

import { mock } from 'node:test';
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createPeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { type Jobs, startJobs } from '../../../src/platform/jobs/index.ts';
import type { HandlerContext } from '../../../src/platform/service.ts';
import { createClock } from '../../support/clock.ts';
import { createDatabase, open } from '../../support/databases.ts';
import { openOwnService } from '../../support/own-service.ts';
import { execute } from '../../support/servers/databases.ts';
import { until } from '../../support/until.ts';

const jobs = (createJobs: (context: HandlerContext) => Jobs) => async () => ({ createJobs });

t.test('a job is repeated with what handlers get, also after it has failed', async (t) => {
  const keys: bigint[] = [];
  const { log } = await openOwnService(t, {
    jobs: jobs(({ database, contract }) => ({
      count: {
        everySeconds: 0.01,
        async run() {
          keys.push(BigInt(await database.client.apiKey.count()));
          if (keys.length < 3) throw new Error(`no luck with ${contract.version}`);
        },
      },
    })),
  });
  await until(() => keys.length > 4);
  t.equal(keys.at(-1), 1n);
  const [failure = '{}'] = log.filter((line) => line.includes('a job has failed'));
  t.match(JSON.parse(failure), {
    severity_text: 'ERROR',
    'exception.message': 'The job count has failed: no luck with v1',
  });
});

t.test('a job begins after a second at most, and asks for its turn once a minute', async (t) => {
  const database = await open(t, await createDatabase());
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const clock = createClock();
  clock.stop();
  const stop = new AbortController();
  const runs: string[] = [];
  const job = (name: string, everySeconds: number, onOneInstance = false) => ({
    everySeconds,
    onOneInstance,
    run: async () => runs.push(name),
  });
  const createFailureLog = () => (error: unknown) => t.error(error);
  const background = createPeriodicWork();
  startJobs(
    { database, background, stop, clock, log: { createFailureLog } },
    {
      often: job('often', 0.2),
      hourly: job('hourly', 3_600),
      turns: job('turns', 90, true),
    },
  );
  /** What has run, once as much time has passed. */
  async function pass(ms: number) {
    clock.move(ms / 1_000);
    mock.timers.tick(ms);
    for (let i = 0; i < 50; i += 1) {
      await tick();
      await database.client.apiKey.count();
    }
    return runs.splice(0);
  }
  t.strictSame(await pass(199), []);
  t.strictSame(await pass(1), ['often']);
  t.strictSame(
    (await pass(799)).filter((name) => name !== 'often'),
    [],
  );
  t.strictSame((await pass(1)).filter((name) => name !== 'often').sort(), ['hourly', 'turns']);
  const turns = async (ms: number) => (await pass(ms)).filter((name) => name === 'turns').length;
  // It asks after 60 s, and is due after 90 s.
  t.strictSame([await turns(60_000), await turns(59_999), await turns(1)], [0, 0, 1]);
  // As if another instance had had the turn 30 s ago, which has not asked since.
  const dueAt = clock.inMs(60_000);
  await database.client.$executeRaw`UPDATE job_turns SET due_at = ${dueAt} WHERE name = 'turns'`;
  t.strictSame([await turns(59_999), await turns(1)], [0, 1], 'at its time, not later');
  stop.abort();
  t.strictSame(await pass(3_600_000), [], 'nothing after the stop');
});

t.test('a run ends when its time is over, and when a stop begins', async (t) => {
  const ended: string[] = [];
  const { app, stop, log } = await openOwnService(t, {
    jobs: jobs(() => ({
      short: {
        everySeconds: 0.02,
        run: (signal) => wait(60_000, undefined, { signal }).finally(() => ended.push('short')),
      },
      long: {
        everySeconds: 3_600,
        run: (signal) => wait(60_000, undefined, { signal }).finally(() => ended.push('long')),
      },
      deaf: { everySeconds: 0.01, run: () => wait(60_000, undefined, { ref: false }) },
    })),
  });
  await until(() => ended.length > 2);
  t.notOk(ended.includes('long'));
  stop.abort();
  // Whatever ignores its signal delays the stop no longer than the last writes.
  await app.close();
  t.ok(ended.length > 2);
  t.notMatch(log.join(''), 'The job long has failed');
  const count = ended.length;
  await wait(50);
  t.equal(ended.length, count, 'nothing begins after the stop');
});

t.test(
  'of instances that share a database, one runs a job, and another one after it',
  async (t) => {
    const databaseUrl = await createDatabase();
    const runs: string[] = [];
    const open = (name: string) =>
      openOwnService(t, {
        databaseUrl,
        jobs: jobs(() => ({
          sweep: {
            everySeconds: 1,
            onOneInstance: true,
            run: async () => runs.push(name),
          },
          hourly: {
            everySeconds: 3_600,
            onOneInstance: true,
            run: async () => runs.push('hourly'),
          },
        })),
      });
    const [first] = await Promise.all([open('first'), open('second')]);
    await until(() => runs.includes('hourly') && runs.length > 3);
    t.equal(runs.filter((name) => name === 'hourly').length, 1, 'once in its time');
    // As if the instance that has its turn had been killed.
    await first.app.close();
    runs.length = 0;
    await until(() => runs.includes('second'));
    t.notOk(runs.includes('first'));
    await execute(databaseUrl, "UPDATE job_turns SET due_at = '2026-01-01T00:00:00.000+00:00'");
    await until(() => runs.length > 2);
    t.ok(runs.every((name) => name === 'second' || name === 'hourly'));
  },
);
