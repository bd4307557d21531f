// The programs of the guides, run as they are shown, in a folder of their own.

import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { guidesMarkdown } from '../../../src/platform/docs/markdown.ts';
import { openSample } from '../../helper.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { listenOn } from '../../support/raw-http.ts';
import { contract } from '../../support/sample-contract.ts';
import { documentation } from '../service/generated/documentation.ts';

/** A block of code in a guide. */
export interface Block {
  /** The title of the guide. */
  readonly guide: string;
  readonly language: string;
  readonly code: string;
  /** What the words before it say: where to save it, and what to run. */
  readonly file: string;
  readonly command: string;
}

const TO_DO = /save\s(?:it\s|this\s\w+\s)?as\s`([^`]+)`(?:\sand\srun\s`([^`]+)`)?/gi;

/** The blocks of code in all guides, in their order. */
export const BLOCKS: readonly Block[] = guidesMarkdown(documentation)
  .split(/^## /m)
  .flatMap((text) => {
    const [guide = ''] = text.split('\n');
    const blocks = [...text.matchAll(/(.*?)^```(\w+)\n(.*?)^```/gms)];
    return blocks.map(([, words = '', language = '', code = '']) => {
      const [, file = '', command = ''] = [...words.matchAll(TO_DO)].at(-1) ?? [];
      return { guide, language, code, file, command };
    });
  });

/** The blocks that a test has asked for. */
export const USED = new Set<Block>();

/** A block of a guide, by its position among those in the same language. */
export function blockOf(guide: string, language: string, position = 0): Block {
  const found = BLOCKS.filter((block) => block.guide === guide && block.language === language);
  const block = found[position];
  if (!block) throw new Error(`${guide} has no block ${position} in ${language}.`);
  USED.add(block);
  return block;
}

/**
 * A store behind a network that moves the service's clock by the `Retry-After` of a response, so
 * that no program has to wait.
 *
 * @param isLossy whether the first response to a POST with each `Idempotency-Key` gets lost
 */
export async function openNetwork(t: Test, { perMinute = 60, isLossy = false } = {}) {
  const store = await openSample(t);
  store.clock.stop();
  const target = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const lostKeys = new Set<unknown>();
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      store.clock.move(Number(response.headers['retry-after'] ?? 0));
      const key = headers['idempotency-key'];
      if (isLossy && method === 'POST' && !lostKeys.has(key)) {
        lostKeys.add(key);
        incoming.socket.destroy();
        response.resume();
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const port = await listenOn(t, server);
  t.teardown(() => server.closeAllConnections());
  const limits = { perMinute, perDay: 10_000 };
  const { scopes } = contract;
  const { key } = await store.createKey({ plan: 'enterprise', limits, scopes });
  const settings = { BASE_URL: `http://127.0.0.1:${port}/v1`, API_KEY: key };
  return { ...store, settings, isLost: () => lostKeys.size > 0 };
}

/** Where all programs are saved. */
export const folder = await temporaryFolder(t);
await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
// As it is downloaded.
await writeFile(join(folder, 'client.ts'), documentation.clients.ts);

// A pause of seconds takes no time. The timers within fetch pass an argument on.
const QUICK_PAUSES = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (run, ms, ...rest) =>
    setTimeout(run, rest.length > 0 ? ms : ms % 1000, ...rest);
`)}`;
await writeFile(
  join(folder, 'sitecustomize.py'),
  'import time\ntime.sleep = lambda seconds: None\n',
);

/** Runs a command in that folder. @throws unless it succeeds */
export async function run(command: readonly string[], settings: Record<string, string> = {}) {
  const [name = '', ...args] = command;
  const { PATH = '' } = process.env;
  // Node 22 warns of types that it strips.
  const env = {
    PATH,
    PYTHONPATH: folder,
    NODE_NO_WARNINGS: '1',
    // Most programs import the same client.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    ...settings,
  };
  const isNode = name === 'node';
  const all = isNode ? ['--import', QUICK_PAUSES, ...args] : args;
  return promisify(execFile)(isNode ? process.execPath : name, all, { cwd: folder, env });
}

/** Saves a program where its guide says, and returns the lines that it writes. */
export async function runBlock(block: Block, settings = {}, ...args: readonly string[]) {
  const { language, code, file, command } = block;
  if (language === 'sh') return linesOf(await run(['bash', '-c', code], settings));
  await writeFile(join(folder, file), code);
  const [program = '', ...given] = command.split(' ');
  return linesOf(await run([program, ...(args.length > 0 ? [file, ...args] : given)], settings));
}

function linesOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  const lines = (text: string) => text.split(/\r?\n/).filter((line) => line !== '');
  return { stdout: lines(stdout), stderr: lines(stderr) };
}
