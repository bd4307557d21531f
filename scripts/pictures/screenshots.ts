import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { SERVER_FILE, SERVER_FLAGS } from '../testbed/npm-start.ts';
import { freePort } from '../testbed/ports.ts';
import { endServer, untilReady } from '../testbed/server-process.ts';

const { CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
const VIEWPORT = { width: 1190, height: 470 };

/** Saves how the built service shows its documentation, in both themes. */
export async function takeScreenshots(folder: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    await whileServing(async (origin) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: VIEWPORT, colorScheme });
        await page.goto(`${origin}/docs#/pets/createPet`, { waitUntil: 'networkidle' });
        await page.screenshot({ path: join(folder, `documentation-${colorScheme}.png`) });
      }
    });
  } finally {
    await browser.close();
  }
}

async function whileServing(use: (origin: string) => Promise<void>) {
  await inTemporaryFolder(async (folder) => {
    const port = await freePort();
    const settings = {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: `file:${folder}/store.db`,
    };
    const server = spawn(process.execPath, [...SERVER_FLAGS, SERVER_FILE], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      await untilReady(server, 'Server listening');
      await use(`http://127.0.0.1:${port}`);
    } finally {
      await endServer(server, 'SIGTERM');
    }
  });
}
