import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';

/** A block of code in a guide. */
export interface Block {
  /** The title of the guide. */
  readonly guide: string;
  readonly language: string;
  readonly code: string;
}

/** The guides as they are published. */
export async function publishedGuides(app: FastifyInstance): Promise<string> {
  return (await app.inject('/openapi.json')).json().info.description;
}

/** The blocks of code in all guides, in their order. */
export function blocksOf(guides: string): Block[] {
  return guides.split(/^## /m).flatMap((text) => {
    const [guide = ''] = text.split('\n');
    const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)];
    return blocks.map(([, language = '', code = '']) => ({ guide, language, code }));
  });
}

/**
 * The pauses of a program, which the test makes pass by moving the service's clock. The timers that
 * fetch has within stay as they are: they are shorter, or pass something on.
 */
const QUICK_PAUSES = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (resume, milliseconds, ...rest) => {
    if (milliseconds < 1000 || rest.length > 0) return setTimeout(resume, milliseconds, ...rest);
    process.once('message', resume);
    process.send(milliseconds);
  };
`)}`;

/** Runs a program with Node, without waiting for its pauses. Returns the lines that it has written. */
export async function runProgram(
  t: Test,
  file: string,
  settings: Record<string, string>,
  pass: (seconds: number) => void,
) {
  // Node 22 warns of types that it strips.
  const env = { ...settings, NODE_NO_WARNINGS: '1' };
  const child = fork(file, { env, execArgv: ['--import', QUICK_PAUSES], stdio: 'pipe' });
  t.teardown(() => child.kill());
  child.on('message', (milliseconds) => {
    pass(Number(milliseconds) / 1_000);
    child.send('go on');
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('Its output was asked for.');
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)]);
  t.equal(code, 0, err);
  return { stdout: linesOf(out), stderr: linesOf(err) };
}

function linesOf(output: string) {
  return output.split('\n').filter((line) => line !== '');
}
