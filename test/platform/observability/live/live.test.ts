// The page that shows an operator what an instance does, on the port of the metrics.

import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { mock } from 'node:test';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import t, { type Test } from 'tap';
import { createHistory } from '../../../../src/platform/observability/live/history.ts';
import { PROBLEMS } from '../../../../src/platform/observability/live/index.ts';
import { PLOTS } from '../../../../src/platform/observability/live/plots.ts';
import { openSample } from '../../../helper.ts';
import { sectionOf } from '../../../support/markdown.ts';
import { until } from '../../../support/until.ts';

/** Opens a store with its page. */
async function openLive(t: Test, settings: Record<string, string> = {}) {
  const store = await openSample(t, { METRICS_PORT: '0', LOG_LEVEL: 'info', ...settings });
  const [, address = ''] = /Plots of the metrics at (http:\S+\/)"/.exec(store.log.join('')) ?? [];
  const read = async (after = 0) => (await fetch(`${address}live.json?after=${after}`)).json();
  return { ...store, address, read };
}

t.test('keeps an hour of what the metrics were', async (t) => {
  const registry = new Registry();
  const registers = [registry];
  const errors = new Counter({
    name: 'http_errors_total',
    help: 'Errors.',
    labelNames: ['code'],
    registers,
  });
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'In flight.', registers });
  const bans = new Counter({ name: 'bans_total', help: 'Bans.', registers });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Durations.',
    labelNames: ['operation', 'status_class'],
    buckets: [0.1, 0.2, 0.4],
    registers,
  });
  const history = createHistory(registry);
  const lines = () =>
    new Map(
      history
        .since(0)
        .plots.flatMap(({ lines }, index) =>
          lines.map(({ name, values }) => [`${PLOTS[index]?.title}: ${name}`, values] as const),
        ),
    );

  await history.sample(100);
  inFlight.set(3);
  bans.inc(2);
  errors.inc({ code: 'late' }, 10);
  for (const seconds of [0.15, 0.15, 0.15, 0.3]) {
    durations.observe({ operation: 'a', status_class: '2xx' }, seconds);
    durations.observe({ operation: 'b', status_class: '2xx' }, seconds);
  }
  durations.observe({ operation: 'b', status_class: '5xx' }, 99);
  await history.sample(105);
  await history.sample(115);
  t.strictSame(history.since(0).times, [100, 105, 115]);
  t.strictSame(Object.fromEntries(lines()), {
    'Responses by class of status: 2xx': [null, 1.6, 0],
    'Responses by class of status: 5xx': [null, 0.2, 0],
    // Of nine, the middle is in the second bucket, and the slowest beyond all bounds.
    'Time of a request: p50': [null, 0.175, null],
    'Time of a request: p99': [null, 0.4, null],
    'Rejections by code: late': [null, 2, 0],
    'Requests in flight: in flight': [0, 3, 3],
    'Bans: banned': [null, 2, 0],
  });
  t.strictSame(history.since(105).times, [115], 'or what is new');
  t.strictSame(history.since(105).plots[3]?.lines[0]?.values, [3]);
  t.strictSame(history.since(115).times, []);
  t.strictSame(history.since(116).times, [100, 105, 115], 'all after a time that has not come');

  for (let i = 0; i < 800; i += 1) {
    errors.inc({ code: `code ${i}` });
    await history.sample(200 + i * 5);
  }
  t.equal(history.since(0).times.length, 720, 'no more than an hour');
  t.ok([...lines().values()].every((values) => values.length === 720));
  t.equal([...lines().keys()].filter((name) => name.startsWith('Rejections')).length, 40);
});

t.test('estimates quantiles within a bucket, to four digits', async (t) => {
  const registry = new Registry();
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Durations.',
    labelNames: ['operation', 'status_class'],
    buckets: [0.1, 0.2, 0.4],
    registers: [registry],
  });
  const history = createHistory(registry);
  await history.sample(100);
  for (const [quick, slow] of [
    [3, 1],
    [5, 5],
  ] as const) {
    const labels = { operation: 'a', status_class: '2xx' };
    for (let i = 0; i < quick; i += 1) durations.observe(labels, 0.05);
    for (let i = 0; i < slow; i += 1) durations.observe(labels, 0.3);
    await history.sample(quick === 3 ? 105 : 110);
  }
  // A start that is slow samples twice in a second.
  await history.sample(110);
  const [responses, times] = history.since(0).plots.map(({ lines }) => {
    return Object.fromEntries(lines.map(({ name, values }) => [name, values]));
  });
  t.strictSame(responses, { '2xx': [null, 0.8, 2, null] });
  // Two of the three in the first bucket; then all of it, and none of the second one.
  t.strictSame(times, { p50: [null, 0.06667, 0.1, null], p99: [null, 0.392, 0.396, null] });
});

t.test('responds to whoever opens it by an address, and names no customer', async (t) => {
  const { address, read, send, key, createKey, app } = await openLive(t, {
    METRICS_HOST: '127.0.0.1',
  });
  await createKey({ name: 'A name of a customer' });
  await send({ url: '/v1/widgets' });
  const text = JSON.stringify(await read());
  t.notMatch(text, /A name|smp_|key_id/);
  t.notOk(text.includes(key));

  for (const [host, status] of [
    ['localhost:1', 200],
    ['LocalHost', 200],
    ['127.0.0.1', 200],
    ['[::1]:9464', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
  ] as const) {
    for (const path of ['', 'live.json', 'live.js', 'live.css']) {
      t.equal(await statusFor(`${address}${path}`, host), status, `${host} ${path}`);
    }
    t.equal(await statusFor(`${address}metrics`, host), 200, 'Prometheus may use any name');
    t.equal(await statusFor(`${address}metrics?a=b`, host), 200);
    // Chromium sends the first one only to hosts that it trusts.
    for (const name of ['sec-fetch-site', 'accept-language']) {
      const fromPage = await statusFor(`${address}metrics`, host, { [name]: '' });
      t.equal(fromPage, status, `${name} of a page of ${host}`);
    }
  }
  const { headers } = await fetch(address);
  t.match(headers.get('content-security-policy'), "default-src 'none'; script-src 'self'");
  t.notMatch(headers.get('content-security-policy'), 'unsafe');
  for (const [name, value] of Object.entries({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })) {
    t.equal(headers.get(name), value);
  }
  for (const path of ['', 'live.json', 'live.js', 'live.css', 'live.js?v=1']) {
    const { headers, status } = await fetch(`${address}${path}`);
    t.strictSame([status, headers.get('cache-control')], [200, 'no-store'], path);
  }
  t.equal((await app.inject('/live.json')).statusCode, 404, 'the port of the API has no such page');
});

/** The status of a response to a request with another `Host`, which `fetch` does not allow. */
function statusFor(
  address: string,
  host: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

t.test('shows all times as the time of day is now, whatever it was', async (t) => {
  const { read, clock } = await openLive(t);
  const before = await read();
  for (const bySeconds of [-3_600, 7_200]) {
    clock.set(bySeconds);
    const { times, instance, plots } = await read(before.times.at(-1));
    t.ok(times.length > 0, 'an open page gets new values');
    const [last] = times.slice(-1);
    t.ok(Math.abs(last - clock.wallMs() / 1_000) < 60, `${last} is about now`);
    t.strictSame(times, times.toSorted(), 'no time goes back');
    t.equal(plots[7].lines[0].values.length, times.length);
    const movedSeconds = instance.startSeconds - before.instance.startSeconds;
    t.equal(Math.round(movedSeconds), bySeconds === -3_600 ? -3_600 : 3_600, 'it loads anew');
    t.strictSame((await read(last)).times, []);
  }
});

t.test('samples the metrics every five seconds', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  const { app, read, clock } = await openLive(t);
  for (const [passedMs, samples] of [
    [0, 1],
    [4_999, 1],
    [1, 2],
    [5_000, 3],
  ] as const) {
    mock.timers.tick(passedMs);
    const { times, intervalSeconds, instance } = await read();
    t.strictSame([times.length, intervalSeconds], [samples, 5]);
    const startedAtSeconds = Date.now() / 1_000 - process.uptime();
    t.ok(Math.abs(instance.startSeconds - startedAtSeconds) < 5, 'when this process began');
  }
  await app.close();
  const reading = mock.method(clock, 'monotonicMs');
  mock.timers.tick(10_000);
  t.equal(reading.mock.callCount(), 0, 'nothing after the end');
});

t.test('says what is wrong, and where to read on', async (t) => {
  const { read, alter, stop } = await openLive(t);
  t.strictSame((await read()).problems, []);
  await alter('DELETE FROM _prisma_migrations');
  await until(async () => (await read()).problems.length > 0, 'a problem is shown');
  t.match((await read()).problems, [{ text: /schema/, section: 'Upgrade' }]);
  stop.abort();
  t.match((await read()).problems, [{ text: /^This instance is stopping: / }]);
  for (const [status, text] of [
    ['ready', /^The database is busy: /],
    ['unready', /^Not ready: API keys cannot be read /],
  ] as const) {
    const state = { status, checks: { database: 'busy' } };
    t.match(
      PROBLEMS.filter(({ is }) => is(state)),
      [{ text }],
    );
  }
  const operations = await readFile('OPERATIONS.md', 'utf8');
  for (const { section } of PROBLEMS) t.ok(sectionOf(operations, section), section);
});

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

t.test('the dashboard for Grafana begins with the same plots, and names their lines', async (t) => {
  const { panels }: { panels: readonly Panel[] } = JSON.parse(
    await readFile('deploy/dashboard.json', 'utf8'),
  );
  t.strictSame(
    panels.slice(0, PLOTS.length).map(({ title }) => title),
    PLOTS.map(({ title }) => title),
  );
  for (const [index, { title, lines }] of PLOTS.entries()) {
    for (const { metric, by, name = `{{${by}}}` } of lines) {
      const found = panels[index]?.targets.some(
        ({ expr, legendFormat }) => expr.includes(metric) && legendFormat.includes(name),
      );
      t.ok(found, `${title}: ${name}`);
    }
  }
});
