// Settings of a service's own: read, checked and passed on as those of the platform.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { currentValue, type OwnSettings, settingsOf } from '../../../src/platform/config/index.ts';
import { readConfig } from '../../../src/platform/config/read-config.ts';
import type { HandlerContext } from '../../../src/platform/service.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { openOwnService } from '../../support/own-service.ts';
import { responding } from '../contract/made-up.ts';

const SETTINGS = {
  STOCK_URL: { type: 'string', description: 'Where the stock is.', 'x-secret': true },
  STOCK_PAGES: { type: 'integer', minimum: 1, description: 'Most pages.', default: 5 },
  STOCK_NAME: {
    type: 'string',
    description: 'Name of the stock.',
    rule: (text) => (text === 'none' ? 'must not be none.' : undefined),
  },
} as const satisfies OwnSettings;

const own = { name: 'made-up', settings: SETTINGS };

t.test('are listed after those of the platform, none of which they replace', async (t) => {
  t.strictSame(Object.keys(settingsOf(own)).slice(-3), Object.keys(SETTINGS));
  const taken = { name: 'made-up', settings: { PORT: SETTINGS.STOCK_PAGES } };
  t.throws(() => settingsOf(taken), { message: 'The platform has a setting PORT already.' });
});

t.test('are checked with the others', async (t) => {
  const mistakes = { PORT: 'x', STOCK_PAGES: '0', STOCK_NAME: 'none' };
  t.throws(() => readConfig(own, mistakes), {
    message: /^PORT .*\nSTOCK_PAGES must be at least 1.\nSTOCK_NAME must not be none.$/,
  });
});

t.test('reach the handlers as values, a secret also from a file', async (t) => {
  const path = join(await temporaryFolder(t), 'url');
  await writeFile(path, 'https://stock.example.com\n');
  const { send } = await openOwnService(t, {
    settings: SETTINGS,
    environment: { STOCK_URL_FILE: path },
    paths: { '/stock': { get: { operationId: 'showStock', ...responding({ type: 'string' }) } } },
    createHandlers: ({ settings }: HandlerContext<unknown, typeof SETTINGS>) => ({
      showStock: () => {
        const { STOCK_URL: url = '', STOCK_PAGES: pages, STOCK_NAME: name } = settings;
        return `${currentValue(url)} ${pages + 1} ${name}`;
      },
    }),
  });
  t.equal((await send('/stock')).json(), 'https://stock.example.com 6 undefined');
});
