// The built service as a process of its own.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsOf } from '../../../src/platform/config/index.ts';
import { type AnyTested, SAMPLE } from '../services.ts';
import { SERVER_FILE, SERVER_FLAGS } from './npm-start.ts';
import { launch, type Running } from './process.ts';
import { asService } from './roles.ts';

/** The service rejects no request because the machine is busy. */
export const PATIENCE = { MAX_EVENT_LOOP_DELAY_MS: '60000' };

/** What a busy machine takes is no fault of the database. */
export const DATABASE_PATIENCE = {
  DATABASE_CONNECT_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '20000',
};

/** The service as a process of its own. */
export interface Server extends Running {
  readonly origin: string;
  readonly port: number;
}

interface ServerOptions {
  /** The service that is started. */
  readonly tested?: AnyTested;
  /** The file to start instead of the bundle. */
  readonly script?: string;
  /** The working directory, by default one without `.env`. */
  readonly cwd?: string;
}

/**
 * Starts the built service, or a server to compare it with, and waits until it listens.
 *
 * @param settings settings of the service; without PORT, it listens on a free port
 */
export async function launchServer(
  settings: Readonly<Record<string, string>>,
  { tested = SAMPLE, script, cwd = tmpdir() }: ServerOptions = {},
): Promise<Server> {
  const file = script ?? join(tested.folder, SERVER_FILE);
  const own = withServiceRole(settings, tested);
  const env = environment({ NODE_ENV: 'production', PORT: '0', ...own });
  const server = launch([process.execPath, ...SERVER_FLAGS, file], { cwd, env });
  const origin = await listening(server);
  return { ...server, origin, port: Number(new URL(origin).port) };
}

/** Waits until the service listens. @returns its origin */
export async function listening(server: Running): Promise<string> {
  const [, origin] = await server.waitFor(/Server listening at (http:\/\/[^"]+)/);
  return String(origin);
}

/** Settings with the role of the service in the address of the database. */
export function withServiceRole(settings: Readonly<Record<string, string>>, tested: AnyTested) {
  const { DATABASE_URL: url } = settings;
  return url === undefined ? settings : { ...settings, DATABASE_URL: asService(url, tested) };
}

/**
 * The environment of a process: that of this process without the service's settings, and without
 * coverage, which would count the lines of the bundle as not covered.
 */
export function environment(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const isSetting = (name: string) => name.replace(/_FILE$/, '') in settingsOf(SAMPLE.service);
  const own = Object.entries(process.env).filter(([name]) => !isSetting(name));
  return {
    ...Object.fromEntries(own),
    NODE_V8_COVERAGE: '',
    ...PATIENCE,
    ...settings,
  };
}
