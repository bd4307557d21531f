import t, { type Test } from 'tap';
import { openStore, stopClock } from '../helper.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';
import { blocksIn, publishedGuides, type Run, runBlock } from './guide-programs.ts';

// A newcomer who has nothing but an address, a key and the published documentation, and does what it says.

const isComplete = ['curl', 'uuidgen', 'python3'].every((name) => hasCommand(name));
const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl, uuidgen or python3 here';

const REX = '{"id":1,"name":"Rex","categoryId":7,"status":"available"}';
const LANGUAGES = ['ts', 'python'];

t.test('adds a first animal with curl', { skip }, async (t) => {
  const { guides, settings } = await openNewStore(t);
  const [environment, create] = blocksIn(guides, 'First steps', 'sh').map(({ code }) => code);
  const own = environment
    ?.replace('http://127.0.0.1:3000/v1', settings.BASE_URL)
    .replace('ask_...', settings.API_KEY);
  const shell = startProcess(t, ['bash', '-c', `${own}\n${create}`], {});
  const [head = '', body] = (await shell.ended).stdout.split('\r\n\r\n');
  t.match(head, /^HTTP\/1\.1 201 /);
  t.equal(body, REX);
  const [answer] = blocksIn(guides, 'First steps', 'json');
  t.equal(body, answer?.code.trim(), 'as the guide shows it');
});

for (const language of LANGUAGES) {
  t.test(`adds a first animal (${language})`, { skip }, async (t) => {
    const { guides, ...run } = await openNewStore(t);
    const [create] = blocksIn(guides, 'First steps', language);
    const { stdout } = await runBlock(t, create, run);
    t.strictSame(stdout, [`201 ${REX}`]);
  });

  t.test(`pages through a thousand animals (${language})`, { skip }, async (t) => {
    const { guides, addPets, ...run } = await openNewStore(t, 60);
    await addPets(1_000);
    const [, list] = blocksIn(guides, 'First steps', language);
    const { stdout, stderr } = await runBlock(t, list, run);
    t.equal(stdout[0], '1 Pet 0');
    t.equal(new Set(stdout).size, 1_000);
    t.strictSame(stderr, []);
  });

  t.test(`pages past a limit (${language})`, { skip }, async (t) => {
    const { guides, addPets, ...run } = await openNewStore(t, 4);
    await addPets(1_000);
    const [, list] = blocksIn(guides, 'First steps', language);
    const { stdout, stderr } = await runBlock(t, list, run);
    t.equal(new Set(stdout).size, 1_000);
    t.equal(stderr.length, 2, 'ten pages at four a minute');
    for (const pause of stderr) t.match(pause, /^rate_limit_exceeded: waiting for \d+ seconds$/);
  });

  t.test(`survives 429 on the Free plan (${language})`, { skip }, async (t) => {
    const { guides, ...run } = await openNewStore(t, 60);
    const [send] = blocksIn(guides, 'Rate limits', language);
    const { stdout, stderr } = await runBlock(t, send, run);
    t.strictSame(
      stdout,
      Array.from({ length: 100 }, (_, i) => `${i + 1} 200`),
    );
    t.equal(stderr.length, 1);
    t.match(stderr[0], /^429: waiting for \d+ seconds$/);
  });

  t.test(`finds what replaces getPet (${language})`, { skip }, async (t) => {
    const { guides, addPets, description, ...run } = await openNewStore(t);
    await addPets(250);
    const [, title = ''] = /the guide "([^"]+)"/.exec(description.replaceAll(/\s+/g, ' ')) ?? [];
    const [search] = blocksIn(guides, title, language);
    const find = async (...args: string[]) =>
      (await runBlock(t, search, { ...run, args })).stdout.join(' ');
    t.match(await find('249'), /\bid"?: 249n?, "?name"?: ['"]Pet 248['"]/);
    t.match(await find('249', 'available'), /Pet 248/);
    t.equal(await find('249', 'sold'), 'null');
    t.equal(await find('251'), 'null');
  });
}

interface NewStore extends Run {
  readonly settings: { BASE_URL: string; API_KEY: string };
  readonly guides: string;
  /** Of getPet. */
  readonly description: string;
  addPets(count: number): Promise<void>;
}

/** A store without animals, and what a newcomer is given. */
async function openNewStore(t: Test, perMinute = 60): Promise<NewStore> {
  const { app, database, createKey } = await openStore(t);
  const pass = stopClock(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute, perDay: 1_000 } });
  const { paths } = (await app.inject('/openapi.json')).json();
  return {
    settings: { BASE_URL: `${origin}/v1`, API_KEY: key },
    pass,
    guides: await publishedGuides(app),
    description: paths['/pets/{petId}'].get.description,
    async addPets(count) {
      const status = 'available' as const;
      const pets = Array.from({ length: count }, (_, i) => ({
        name: `Pet ${i}`,
        categoryId: 7n,
        status,
      }));
      await database.client.pet.createMany({ data: pets });
    },
  };
}
