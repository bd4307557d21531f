// `npm run seed`, as a person starts it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openAs, temporaryFolder } from '../support/databases.ts';
import { runScript } from '../support/scripts.ts';
import { OWN } from '../support/services.ts';

const SEED = 'scripts/seed.ts';

t.test('creates a store that does not exist yet, and writes a line for every tenth', async (t) => {
  const cwd = await temporaryFolder(t);
  const args = ['--pets', '11000', '--orders', '1500'];
  const { code, stdout, stderr } = await runScript(t, SEED, args, { cwd, tested: OWN });
  t.same({ code, stdout }, { code: 0, stdout: '' });
  t.equal(stderr.match(/\d+(?= of 11000 animals\n)/g)?.length, 10);
  t.match(stderr, /1000 of 1500 orders\n1500 of 1500 orders\n$/);
  const url = `file:${join(cwd, 'data/animal-store.db')}`;
  const { pets, orders } = await read(t, url);
  t.same([pets.length, orders.length], [11_000, 1_500]);
  t.match(pets[0]?.name, /^\w+ the \w+/);
  t.same(new Set(pets.map(({ status }) => status)).size, 3, 'every status occurs');
  const categories = new Set(pets.map(({ categoryId }) => categoryId));
  t.strictSame([...categories].sort(), [1n, 2n, 3n, 4n, 5n, 6n, 7n]);
  t.ok(
    orders.every(({ petId }) => petId > 1_000n),
    'of the newest ten thousand',
  );
  const quantities = new Set(orders.map(({ quantity }) => quantity));
  t.strictSame([...quantities].sort(), [1, 2, 3]);
  const daysAgo = orders.map(({ createdAt }) => (Date.now() - Number(createdAt)) / 86_400_000);
  t.strictSame(
    daysAgo,
    daysAgo.toSorted((one, other) => other - one),
    'in the order of their ids',
  );
  const [first = 0, last = 0] = [daysAgo[0], daysAgo.at(-1)];
  t.ok(first > 300 && first < 340 && last < 1 && last > 0, `from ${first} to ${last} days ago`);
  t.equal(
    (await runScript(t, SEED, ['--orders', '2'], { cwd, tested: OWN })).stderr,
    '2 of 2 orders\n',
  );
  t.equal((await runScript(t, SEED, [], { cwd, tested: OWN })).code, 0);
  const added = await read(t, url);
  t.same([added.pets.length, added.orders.length], [12_000, 1_702], 'a sample without options');
});

t.test('says in one line what is wrong with its arguments, and creates no store', async (t) => {
  const cwd = await temporaryFolder(t);
  const stderr = /It must be a whole number from 0 to 100000000\.\n$/;
  const wrong = await runScript(t, SEED, ['--pets', '1e3'], { cwd, tested: OWN });
  t.match(wrong, { code: 1, stdout: '', stderr });
  t.notOk(existsSync(join(cwd, 'data')));
  t.match(await runScript(t, SEED, ['--orders', '1'], { cwd, tested: OWN }), {
    code: 1,
    stderr: 'There are no animals to order: add some with --pets.\n',
  });
});

async function read(t: Test, url: string) {
  const { client } = await openAs(OWN, t, url);
  const [pets, orders] = await Promise.all([
    client.pet.findMany({ orderBy: { id: 'asc' } }),
    client.order.findMany({ orderBy: { id: 'asc' } }),
  ]);
  return { pets, orders };
}
