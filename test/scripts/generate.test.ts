import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { splitContract } from '../support/contracts.ts';
import { ask, listening, root, runScript, scratchCopy, startProcess } from '../support/scripts.ts';
import { addHandler, addOperation } from './new-operation.ts';

const SCRIPT = 'scripts/generate/index.ts';
const CONTRACT = 'openapi/openapi.yaml';
const MARK = '// made before\n';

t.test('what is committed is what the contract and the models give', async (t) => {
  t.same(await runScript(t, SCRIPT, ['--check'], { cwd: root }), {
    code: 0,
    stdout: '',
    stderr: '',
  });
});

t.test('a check names what was changed, added or taken away, and changes nothing', async (t) => {
  const cwd = await scratchCopy(t);
  await appendFile(join(cwd, 'generated/openapi.ts'), '// by hand\n');
  await writeFile(join(cwd, 'generated/extra.ts'), '');
  await rm(join(cwd, 'generated/documentation.ts'));
  // Not committed.
  await rm(join(cwd, 'generated/prisma'), { recursive: true });
  const expected = {
    code: 1,
    stdout: '',
    stderr: [
      'generated/documentation.ts is not what it is made from.',
      'generated/extra.ts is not what it is made from.',
      'generated/openapi.ts is not what it is made from.',
      'Run: npm run generate',
      '',
    ].join('\n'),
  };
  t.same(await runScript(t, SCRIPT, ['--check'], { cwd }), expected);
  t.same(await runScript(t, SCRIPT, ['--check'], { cwd }), expected);

  t.test('and generation puts it right, byte for byte', async (t) => {
    t.equal((await runScript(t, SCRIPT, [], { cwd })).code, 0);
    t.equal((await runScript(t, SCRIPT, ['--check'], { cwd })).code, 0);
    const read = (folder: string) => readFile(join(folder, 'generated/openapi.ts'), 'utf8');
    t.equal(await read(cwd), await read(root));
  });
});

t.test('--if-stale makes nothing while the sources are the same', async (t) => {
  const cwd = await scratchCopy(t);
  await writeFile(join(cwd, 'generated/extra.ts'), '');
  t.equal((await runScript(t, SCRIPT, ['--if-stale'], { cwd })).code, 0);
  t.equal((await runScript(t, SCRIPT, ['--check'], { cwd })).code, 1, 'the file is still there');
  await appendFile(join(cwd, CONTRACT), '# a comment\n');
  t.equal((await runScript(t, SCRIPT, ['--if-stale'], { cwd })).code, 0);
  t.equal((await runScript(t, SCRIPT, ['--check'], { cwd })).code, 0, 'now it is gone');
});

t.test(
  'the database clients are made when they are absent, or the models have changed',
  async (t) => {
    const cwd = await scratchCopy(t);
    const client = join(cwd, 'generated/prisma/sqlite/client.ts');
    const made = await readFile(client, 'utf8');
    const generate = () => runScript(t, SCRIPT, ['--if-stale'], { cwd });

    await rm(join(cwd, 'generated/prisma'), { recursive: true });
    t.equal((await generate()).code, 0);
    t.equal(await readFile(client, 'utf8'), made);

    await writeFile(client, MARK);
    await appendFile(join(cwd, CONTRACT), '# a comment\n');
    t.equal((await generate()).code, 0);
    t.equal(await readFile(client, 'utf8'), MARK, 'not when only the contract has changed');

    const models = join(cwd, 'prisma/schema.prisma');
    await appendFile(models, '\nmodel Shop {\n  id BigInt @id\n}\n');
    t.equal((await generate()).code, 0);
    t.match(await readFile(client, 'utf8'), 'Shop');
  },
);

t.test('a guide that only has another name is another source', async (t) => {
  const cwd = await scratchCopy(t);
  const guides = join(cwd, 'openapi/guides');
  await rename(join(guides, '13-caching.md'), join(guides, '99-caching.md'));
  t.equal((await runScript(t, SCRIPT, ['--if-stale'], { cwd })).code, 0);
  const [before, after] = await Promise.all(
    [root, cwd].map((folder) => readFile(join(folder, 'generated/openapi.yaml'), 'utf8')),
  );
  t.not(after, before);
});

t.test('a contract in several files gives the same', async (t) => {
  const cwd = await scratchCopy(t);
  await splitContract(join(cwd, 'openapi'));
  t.equal((await runScript(t, SCRIPT, [], { cwd })).code, 0);
  const [before, after] = await Promise.all(
    [root, cwd].map((folder) => readFile(join(folder, 'generated/contract.ts'), 'utf8')),
  );
  t.equal(after, before);
});

t.test('sources that are wrong are rejected, and what was generated stays', async (t) => {
  const cwd = await scratchCopy(t);
  const contract = await readFile(join(cwd, CONTRACT), 'utf8');
  const lineCount = contract.split('\n').length;
  await writeFile(join(cwd, CONTRACT), `${contract}paths: [\n`);
  const { code, stderr } = await runScript(t, SCRIPT, [], { cwd });
  t.equal(code, 1);
  t.match(stderr, new RegExp(`^openapi/openapi.yaml:(${lineCount}|${lineCount + 1}):\\d+ `));

  await writeFile(join(cwd, CONTRACT), contract);
  await appendFile(join(cwd, 'prisma/schema.prisma'), 'model {\n');
  t.match(await runScript(t, SCRIPT, [], { cwd }), { code: 1, stderr: /schema\.prisma:\d+/ });

  const read = (folder: string) => readFile(join(folder, 'generated/sources.sha256'), 'utf8');
  t.equal(await read(cwd), await read(root));
});

t.test('says how it is used', async (t) => {
  const { code, stdout } = await runScript(t, SCRIPT, ['--help']);
  t.equal(code, 0);
  t.match(stdout, 'npm run generate -- --check');
});

t.test('a new operation lacks nothing but its handler, which the compiler names', async (t) => {
  const cwd = await scratchCopy(t);
  const npm = (script: string) =>
    startProcess(t, ['npm', 'run', '--silent', script], { cwd }).ended;
  await addOperation(cwd);
  t.equal((await npm('generate')).code, 0);
  const { code, stdout } = await npm('typecheck');
  t.not(code, 0);
  t.match(stdout, /src\/handlers\/index\.ts.*'getHours' is missing/s);

  await addHandler(cwd);
  t.match(await npm('typecheck'), { code: 0, stdout: '' });
  const server = startProcess(t, ['npm', 'start'], { cwd, settings: { PORT: '0' } });
  const origin = await listening(server);
  const [, authorization = ''] = await server.waitFor(/Authorization: (Bearer \w+)/);
  const answer = await ask(`${origin}/v1/store/hours`, authorization);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('x-stability'), 'beta');
  t.same(await answer.json(), { opensAt: '09:00' });
});
