import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openStore, stopClock } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';
import { blocksOf, publishedGuides, runProgram } from './guide-programs.ts';

// A newcomer who has nothing but the published documentation, and does what it says.

const isComplete = hasCommand('curl') && hasCommand('uuidgen');
const skip = !isComplete && process.env.CI !== 'true' && 'there is no curl or no uuidgen here';

t.test('the first steps add an animal and read a thousand, past a limit', { skip }, async (t) => {
  const { app, database, createKey } = await openStore(t);
  const moveClock = stopClock(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 4, perDay: 1_000 } });
  const [environment = '', create = '', answer = '', program = ''] = blocksOf(
    await publishedGuides(app),
  )
    .filter(({ guide }) => guide === 'First steps')
    .map(({ code }) => code);

  const own = environment.replace('http://127.0.0.1:3000', origin).replace('ask_...', key);
  const shell = startProcess(t, ['bash', '-c', `${own}\n${create}`], {});
  const [head = '', body] = (await shell.ended).stdout.split('\r\n\r\n');
  t.match(head, /^HTTP\/1\.1 201 /);
  t.equal(body, answer.trim());

  const others = Array.from({ length: 999 }, (_, i) => ({
    name: `Pet ${i}`,
    categoryId: 7n,
    status: 'available' as const,
  }));
  await database.client.pet.createMany({ data: others });
  const file = join(await temporaryFolder(t), 'read-all.mjs');
  await writeFile(file, program);
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: key };
  const { stdout, stderr } = await runProgram(t, file, settings, moveClock);
  t.equal(stdout[0], '1 Rex');
  t.equal(new Set(stdout).size, 1_000);
  t.equal(stderr.length, 2, 'ten pages and the create, at four a minute');
  for (const pause of stderr) t.match(pause, /^rate_limit_exceeded: waiting for \d+ seconds$/);
});
