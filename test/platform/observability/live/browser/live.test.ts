// The page of the metrics port, whose plots are drawn by its own scripts: in a browser.

import t from 'tap';
import { PLOTS } from '../../../../../src/platform/observability/live/plots.ts';
import {
  openDocs,
  saveScreenshot,
  skip,
  VIEWPORTS,
  violations,
} from '../../../../support/browser.ts';

interface LiveState {
  readonly times: readonly number[];
}

/** In the browser: whether a canvas has the colour of the second line. */
const hasOrange = (canvas: HTMLCanvasElement) => {
  const context = canvas.getContext('2d');
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  return [...data.keys()].some(
    (i) => i % 4 === 0 && data[i] === 0xd5 && data[i + 1] === 0x5e && data[i + 2] === 0,
  );
};

t.test('shows what the instance does and what is wrong, to everybody', { skip }, async (t) => {
  const { open, send, log, stop } = await openDocs({ METRICS_PORT: '0', LOG_LEVEL: 'info' });
  const [, address = ''] = /Plots of the metrics at (http:\S+\/)"/.exec(log.join('')) ?? [];
  await send({ url: '/v1/widgets' });
  const page = await open(t, { address });
  await page.getByText('This instance is ready.').waitFor();
  await page.getByText(/process \d+, version 1\./).waitFor();
  await page.getByRole('heading', { name: 'Memory' }).waitFor();
  const headings = await page.locator('.plot h2').allTextContents();
  const titles = PLOTS.map(({ title }) => title);
  t.strictSame(
    headings.map((heading) => heading.replace(' per second', '')),
    titles,
    'also those that have no line yet are in their place',
  );
  const memory = page.locator('.plot').filter({ hasText: 'Memory' });
  // The last value is shown without a pointer.
  await memory
    .locator('.u-legend')
    .filter({ hasText: /process\D*\d+ MB/ })
    .waitFor();
  await memory.getByText('As a table').click();
  await memory.getByRole('row', { name: /process \d+ MB/ }).waitFor();

  t.strictSame(await violations(page), [], 'light');
  await saveScreenshot(page, 'live-desktop');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(VIEWPORTS.phone);
  t.strictSame(await violations(page), [], 'dark, on a phone');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  t.ok(Number(width) <= VIEWPORTS.phone.width, 'nothing scrolls sideways');
  await saveScreenshot(page, 'live-phone');
  t.strictSame(page.errors, []);

  // At as many times as an hour has, only a value that is alone is a point.
  await page.route('**/live.json*', async (route) => {
    const state = (await (await route.fetch()).json()) as LiveState;
    const [last = 0] = state.times.slice(-1);
    const times = Array.from({ length: 700 }, (_, index) => last + index);
    const values = times.map((_, index) => (index === 350 ? 1 : null));
    const plots = [{ title: 'Bans', unit: 'count', lines: [{ name: 'alone', values }] }];
    await route.fulfill({ json: { ...state, times, plots } });
  });
  const bans = page.locator('.plot').filter({ hasText: 'Bans' });
  await bans.locator('.u-legend').filter({ hasText: 'alone' }).waitFor();
  t.ok(await bans.locator('canvas').evaluate(hasOrange), 'a value that is alone is drawn');
  await page.unrouteAll({ behavior: 'wait' });

  stop.abort();
  await page.getByText(/^This instance is stopping: .* See “Stop an instance”/).waitFor();
  await page.route('**/live.json*', (route) => route.abort());
  await page.getByText(/^There are no new values since \d\d:\d\d:\d\d: /).waitFor();
});
