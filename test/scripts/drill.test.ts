import t from 'tap';
import { type Expectation, judge } from '../../scripts/drill/judge.ts';
import { watchLog } from '../../scripts/drill/log.ts';
import { tableOf } from '../../scripts/drill/table.ts';
import type { Call } from '../../scripts/testbed/callers.ts';
import { runScript } from '../support/scripts.ts';

const EXPECTED: Expectation = {
  reads: [],
  creates: [503],
  maxResponseMs: 1_000,
  maxRecoveryMs: 500,
};
const TIMES = { injectedMs: 1_000, healedMs: 2_000 };
const NOTHING = {
  found: { lost: 0, twice: 0, contradictions: 0 },
  logLines: 0,
  errors: [] as string[],
};

function call(request: string, status: number, startedMs: number, tookMs = 10): Call {
  return { request, status, hasRetryAfter: true, startedMs, endedMs: startedMs + tookMs };
}

const GET = call('GET /v1/pets', 200, 1_500);

function brokenBy(calls: readonly Call[], others: Partial<typeof NOTHING> = {}) {
  return judge('fault', EXPECTED, [GET, ...calls], TIMES, { ...NOTHING, ...others }).broken;
}

t.test('what is expected breaks no promise', async (t) => {
  const calls = [call('POST /v1/pets', 503, 1_500), call('POST /v1/pets', 503, 2_400)];
  const report = judge('fault', EXPECTED, [GET, ...calls], TIMES, NOTHING);
  t.match(report, { requests: 3, statuses: { 200: 1, 503: 2 }, recoveryMs: 410, broken: [] });
});

t.test('names each promise that is broken', async (t) => {
  const post = call('POST /v1/pets', 503, 1_500);
  t.strictSame(brokenBy([call('GET /v1/pets', 503, 1_500)]), ['1 × GET got 503']);
  t.strictSame(brokenBy([call('GET /v1/pets', 0, 1_500)]), ['1 × GET got no response']);
  t.strictSame(brokenBy([post, { ...post, hasRetryAfter: false }]), [
    '1 × POST got 503 without Retry-After',
  ]);
  t.strictSame(brokenBy([call('GET /v1/pets', 200, 1_500, 1_001)]), [
    'the slowest response took 1001 ms, and not 1000 ms at most',
  ]);
  t.strictSame(brokenBy([call('POST /v1/pets', 503, 2_500)]), [
    'recovery took 510 ms, and not 500 ms at most',
  ]);
  t.strictSame(brokenBy([], { found: { lost: 1, twice: 2, contradictions: 3 } }), [
    '1 acknowledged creates are lost',
    '2 animals exist twice',
    '3 animals were acknowledged with two ids',
  ]);
  t.strictSame(brokenBy([], { logLines: 100 }), ['100 lines of log in a second']);
  t.strictSame(brokenBy([], { errors: ['a line'] }), []);
  t.strictSame(brokenBy([], { logLines: 100, errors: ['a line'] }).at(-1), 'a line');
  t.strictSame(judge('fault', EXPECTED, [], TIMES, NOTHING).broken, ['there was no request']);
});

t.test('shows what callers saw, and what was not as expected', async (t) => {
  const calls = [GET, call('GET /v1/pets', 0, 1_500), call('GET /v1/pets', 404, 1_500)];
  const report = judge('database-killed', EXPECTED, calls, TIMES, NOTHING);
  const [headings, row, ...rest] = tableOf([report]).split('\n');
  t.match(headings, /^fault +requests +2xx +503 +other +no response +slowest +recovery/);
  t.match(row, /^database-killed +3 +1 +0 +1 +1 +0\.01 s +0\.00 s +0 +0 +0$/);
  t.strictSame(rest, [
    '',
    'database-killed: 1 × GET got no response',
    'database-killed: 1 × GET got 404',
  ]);
});

t.test(
  'counts the lines of each instance in a second, without those of the access log',
  async (t) => {
    let nowMs = 0;
    const log = watchLog(() => nowMs);
    const [first, second] = [log.reader(), log.reader()];
    first('{"body":"one"}\n{"body":"request completed"}\n{"body":"t');
    second('{"body":"one"}\n');
    first('wo"}\n');
    nowMs = 1_000;
    first('{"body":"three"}\n');
    t.equal(log.busiestSecond(), 2);
    log.begin();
    t.equal(log.busiestSecond(), 0);
  },
);

t.test('runs a fault from the command line', async (t) => {
  const args = ['--fault', 'database-killed', '--seconds', '1'];
  const { code, stdout, stderr } = await runScript(t, 'scripts/drill/index.ts', args);
  t.equal(code, 0, stderr);
  if (/^skipped:/m.test(stdout)) return t.comment(stdout);
  t.match(stdout, /\ndatabase-killed +\d+ /);
  t.match(stdout, /All as promised/);
});
