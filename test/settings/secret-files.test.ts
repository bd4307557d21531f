import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config.ts';
import { currentValue } from '../../src/settings/index.ts';
import { temporaryFolder } from '../support/databases.ts';

const SECRET = 'postgresql://ada:first@db/store';

/** A configuration whose DATABASE_URL is in a file. */
async function openFile(t: Test, content = SECRET) {
  const path = join(await temporaryFolder(t), 'url');
  await writeFile(path, content);
  const log: [level: string, message: string][] = [];
  const read = (environment: Record<string, string> = { DATABASE_URL_FILE: path }) =>
    readConfig(environment, (level, message) => log.push([level, message]));
  return { path, log, read };
}

function errorOf(attempt: () => unknown): string {
  try {
    attempt();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

t.test('reads a secret from its file, without one newline at the end', async (t) => {
  for (const end of ['', '\n', '\r\n']) {
    const { read } = await openFile(t, SECRET + end);
    t.equal(currentValue(read().DATABASE_URL), SECRET, JSON.stringify(end));
  }
  const { path, read } = await openFile(t, 'redis://:secret@cache\n');
  t.equal(currentValue(read({ REDIS_URL_FILE: path }).REDIS_URL ?? ''), 'redis://:secret@cache');
  t.equal(read({ REDIS_URL_FILE: '' }).REDIS_URL, undefined, 'an empty variable is not set');
});

t.test('names the variable and the file of what cannot be used, and not its content', async (t) => {
  const folder = await temporaryFolder(t);
  const contents: [content: string, problem: RegExp][] = [
    ['', /^DATABASE_URL_FILE: PATH is empty\.$/],
    ['\n', /^DATABASE_URL_FILE: PATH is empty\.$/],
    [`${SECRET}\n\n`, /^DATABASE_URL_FILE: PATH has more than one line\.$/],
    [`${SECRET}\nsecret`, /^DATABASE_URL_FILE: PATH has more than one line\.$/],
    [
      'secret',
      /^DATABASE_URL_FILE: the content of PATH must start with file: or postgresql:\/\/\.$/,
    ],
    [`\uFEFF${SECRET}`, /^DATABASE_URL_FILE: the content of PATH must start with /],
    [
      'postgresql://ada:secret@db:99999/store',
      /^DATABASE_URL_FILE: the content of PATH cannot be used\. The database address has a port .*$/,
    ],
  ];
  for (const [content, problem] of contents) {
    const { path, read } = await openFile(t, content);
    const message = errorOf(read).replace(path, 'PATH');
    t.match(message, problem, JSON.stringify(content));
    t.notMatch(message, /secret|ada/);
  }
  const missing = join(folder, 'missing');
  t.equal(
    errorOf(() => readConfig({ REDIS_URL_FILE: missing, DATABASE_URL_FILE: folder })),
    [
      `DATABASE_URL_FILE: ${folder} is not a file.`,
      `REDIS_URL_FILE: ${missing} cannot be read (ENOENT).`,
    ].join('\n'),
  );
});

t.test('is not set in both ways', async (t) => {
  const { path } = await openFile(t);
  t.equal(
    errorOf(() => readConfig({ DATABASE_URL: SECRET, DATABASE_URL_FILE: path })),
    'DATABASE_URL and DATABASE_URL_FILE are both set. Set only one.',
  );
});

t.test('reads the file again, and uses the last content while it cannot', async (t) => {
  const { path, log, read } = await openFile(t);
  const { DATABASE_URL: secret } = read();
  const changed = 'postgresql://ada:second@db/store';
  t.equal(currentValue(secret), SECRET);
  t.strictSame(log, []);

  await writeFile(`${path}.new`, changed);
  await rename(`${path}.new`, path);
  t.equal(currentValue(secret), changed);
  t.equal(currentValue(secret), changed);
  t.strictSame(log.splice(0), [
    ['info', `DATABASE_URL_FILE: new connections use what ${path} holds now`],
  ]);

  const unusable: [make: () => Promise<unknown>, problem: string][] = [
    [() => rm(path), `${path} cannot be read (ENOENT).`],
    [() => mkdir(path), `${path} is not a file.`],
    [() => rm(path, { recursive: true }), `${path} cannot be read (ENOENT).`],
    [() => writeFile(path, ''), `${path} is empty.`],
    [
      () => writeFile(path, 'secret'),
      `the content of ${path} must start with file: or postgresql://.`,
    ],
    [
      () => writeFile(path, 'file:secret'),
      `the content of ${path} must be of the same kind as at the start.`,
    ],
  ];
  for (const [make, problem] of unusable) {
    await make();
    t.equal(currentValue(secret), changed, problem);
    t.equal(currentValue(secret), changed);
    const line = `DATABASE_URL_FILE: ${problem} Its last content is used.`;
    t.strictSame(log.splice(0), [['warn', line]], 'logged once');
  }

  await writeFile(path, changed);
  t.equal(currentValue(secret), changed);
  t.strictSame(log, []);
  await writeFile(path, '');
  currentValue(secret);
  t.equal(log.length, 1, 'logged again the next time');
});

t.test('one Redis does not become a cluster', async (t) => {
  const { path, log, read } = await openFile(t, 'redis://a');
  const secret = read({ REDIS_URL_FILE: path }).REDIS_URL ?? '';
  await writeFile(path, 'redis://a,redis://b');
  t.equal(currentValue(secret), 'redis://a');
  t.match(log[0]?.[1], /same kind/);
});
