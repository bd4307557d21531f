// Finds out whether PORT is free.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenHost, settingsOf } from '../src/platform/config/index.ts';
import { explainListenError } from '../src/platform/http/listen-errors.ts';
import { service } from '../src/service.ts';

/**
 * Reports a port in use before anything is made that the server needs.
 *
 * @throws one line
 */
export async function requireFreePort(): Promise<void> {
  const settings = settingsOf(service);
  const setting = (name: 'HOST' | 'PORT' | 'REUSE_PORT') =>
    process.env[name]?.trim() || String(settings[name].default);
  const HOST = setting('HOST');
  const PORT = Number(setting('PORT'));
  const reusePort = setting('REUSE_PORT') === 'true';
  // The server says what is wrong with such a port.
  if (!(PORT <= 65_535)) return;
  const server = createServer();
  try {
    const options = { port: PORT, host: listenHost(HOST), reusePort };
    await once(server.listen(options), 'listening');
    await once(server.close(), 'close');
  } catch (error) {
    throw explainListenError(error as Error, { host: HOST, reusePort });
  }
}
