import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';

/**
 * Has Prometheus's own tool check something.
 *
 * @param input for its standard input
 * @returns what it finds fault with; undefined, with a comment in the test's output, if it is not installed
 * @throws in CI if it is not installed
 */
export async function promtool(
  t: Test,
  command: string[],
  input = '',
): Promise<string | undefined> {
  const tool = spawn('promtool', command);
  const output = Promise.all([text(tool.stdout), text(tool.stderr)]);
  tool.stdin.on('error', () => undefined);
  tool.stdin.end(input);
  try {
    const [status] = await once(tool, 'close');
    const findings = (await output).join('');
    return status === 0 ? '' : findings;
  } catch (error) {
    if (process.env.CI || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    t.comment('skipped: promtool is not installed on this machine');
    return undefined;
  }
}
