import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { openStore, stopClock } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';

// A newcomer who has only the published documentation, and follows it.

const skip = !hasCommand('curl') && process.env.CI !== 'true' && 'there is no curl here';

/**
 * Lets the test end the pauses of a program by moving the service's clock. The timers inside fetch
 * are left alone: they are shorter, or have further arguments.
 */
const QUICK_PAUSES = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (resume, milliseconds, ...rest) => {
    if (milliseconds < 1000 || rest.length > 0) return setTimeout(resume, milliseconds, ...rest);
    process.once('message', resume);
    process.send(milliseconds);
  };
`)}`;

t.test(
  'the first steps create a pet and list a thousand, waiting at the rate limit',
  { skip },
  async (t) => {
    const { app, database, createKey } = await openStore(t);
    const moveClock = stopClock(t);
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const { key } = await createKey({
      plan: 'enterprise',
      limits: { perMinute: 4, perDay: 1_000 },
    });
    const [environment = '', create = '', response = '', program = ''] = firstSteps(
      (await app.inject('/openapi.json')).json(),
    );

    const own = environment.replace('http://127.0.0.1:3000', origin).replace('ask_...', key);
    const shell = startProcess(t, ['bash', '-c', `${own}\n${create}`], {});
    const [head = '', body] = (await shell.ended).stdout.split('\r\n\r\n');
    t.match(head, /^HTTP\/1\.1 201 /);
    t.equal(body, response.trim());

    const others = Array.from({ length: 999 }, (_, i) => ({
      name: `Pet ${i}`,
      categoryId: 7n,
      status: 'available' as const,
    }));
    await database.client.pet.createMany({ data: others });
    const settings = { BASE_URL: `${origin}/v1`, API_KEY: key };
    const { stdout, stderr } = await runProgram(t, program, settings, moveClock);
    const names = stdout.split('\n').filter((line) => line !== '');
    t.equal(names[0], '1 Rex');
    t.equal(new Set(names).size, 1_000);
    const pauses = stderr.split('\n').filter((line) => line !== '');
    t.equal(pauses.length, 2, 'ten pages and one create, at four requests a minute');
    for (const pause of pauses) t.match(pause, /^rate_limit_exceeded: waiting for \d+ seconds$/);
  },
);

/** The code blocks in the first section of the guides. */
function firstSteps({ info }: { info: { description: string } }): string[] {
  const [, section = ''] = /## First steps\n(.*?)\n## /s.exec(info.description) ?? [];
  return [...section.matchAll(/```\w+\n(.*?)```/gs)].map(([, block = '']) => block);
}

async function runProgram(
  t: Test,
  program: string,
  env: Record<string, string>,
  moveClock: (seconds: number) => void,
) {
  const file = join(await temporaryFolder(t), 'read-all.mjs');
  await writeFile(file, program);
  const child = fork(file, { env, execArgv: ['--import', QUICK_PAUSES], stdio: 'pipe' });
  t.teardown(() => child.kill());
  child.on('message', (milliseconds) => {
    moveClock(Number(milliseconds) / 1_000);
    child.send('go on');
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The output of the program is not piped.');
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)]);
  t.equal(code, 0, err);
  return { stdout: out, stderr: err };
}
