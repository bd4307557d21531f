import { tmpdir } from 'node:os';
import { SETTINGS } from '../../src/settings/index.ts';
import { SERVER_FILE, SERVER_FLAGS } from './npm-start.ts';
import { launch, type Running } from './process.ts';

/** No request is rejected because the machine has other work. */
export const PATIENCE = { MAX_EVENT_LOOP_DELAY_MS: '60000' };

/** The service as a process of its own. */
export interface Server extends Running {
  readonly origin: string;
  readonly port: number;
}

/** Starts another file than the bundle, or adds flags of Node to those of `npm start`. */
export interface ServerOptions {
  readonly script?: string;
  readonly flags?: readonly string[];
  /** By default one without a file of settings. */
  readonly cwd?: string;
}

/**
 * Starts the built service, or what it is compared with, and waits until it listens.
 *
 * @param settings of the service; without a PORT it gets a free one
 */
export async function launchServer(
  settings: Readonly<Record<string, string>>,
  { script = SERVER_FILE, flags = [], cwd = tmpdir() }: ServerOptions = {},
): Promise<Server> {
  const env = environment({ NODE_ENV: 'production', PORT: '0', ...settings });
  const server = launch([process.execPath, ...SERVER_FLAGS, ...flags, script], { cwd, env });
  const origin = await listening(server);
  return { ...server, origin, port: Number(new URL(origin).port) };
}

/** Waits until the service listens. @returns its origin */
export async function listening(server: Running): Promise<string> {
  const [, origin] = await server.waitFor(/Server listening at (http:\/\/[^"]+)/);
  return String(origin);
}

/**
 * The environment of a process, without settings of the service that this process has in its own.
 * Also without tap's hook into each process, which would count the bundle's lines as not covered.
 */
export function environment(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const isSetting = (name: string) => name.replace(/_FILE$/, '') in SETTINGS;
  const own = Object.entries(process.env).filter(([name]) => !isSetting(name));
  return {
    ...Object.fromEntries(own),
    _TAPJS_PROCESSINFO_COVERAGE_: '0',
    ...PATIENCE,
    ...settings,
  };
}
