// Models and migrations of another service, whose history is its own from the beginning.

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { updateModels } from '../../../../scripts/generate/models.ts';
import type { ServiceDatabase } from '../../../../src/platform/database/index.ts';
import {
  applyMigrations,
  openMigratedDatabase,
} from '../../../../src/platform/database/migrations/index.ts';
import { historyOf } from '../../../../src/platform/database/service-database.ts';
import { emptyDatabase, onBoth, run } from '../../../support/both-databases.ts';
import { temporaryFolder } from '../../../support/databases.ts';
import { root, runScript } from '../../../support/scripts.ts';

/** Models of another service, whose rows belong to customers. */
const MEMOS = `model Memo {
  id         BigInt @id @default(autoincrement())
  customerId BigInt @map("customer_id")
  text       String

  @@index([customerId, id])
  @@map("memos")
}
`;

t.test("another service has a history of its own, after the platform's", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'prisma/schema'), { recursive: true });
  await writeFile(join(folder, 'prisma/schema/store.prisma'), MEMOS);
  const { code, stdout } = await runScript(t, 'scripts/migration.ts', [
    'memos',
    '--service',
    folder,
  ]);
  t.equal(code, 0);
  const written = stdout.match(/(?<=^Wrote ).*(?=\/\d+_memos\/migration\.sql$)/gm);
  const own = join(folder, 'prisma/migrations/store');
  t.same(written, [`${own}/sqlite`, `${own}/postgresql`], 'nothing of the platform');
  await updateModels(folder);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const generated = (file: string) => import(join(folder, 'generated/prisma', file));
  const service: ServiceDatabase = {
    sqlite: () => generated('sqlite/client.ts'),
    postgresql: () => generated('postgresql/client.ts'),
    migrations: () => generated('migrations.ts'),
  };
  await onBoth(t, async (t, provider) => {
    const url = await emptyDatabase(t, provider);
    const { all, own } = await historyOf(service, provider);
    t.match(all[0], { name: /_init$/ }, "the platform's");
    t.match(all.at(-1), { name: /_memos$/ });
    t.equal(own.length, 1);
    t.same(
      await applyMigrations(service, url),
      all.map(({ name }) => name),
    );
    const database = await openMigratedDatabase(service, url);
    t.teardown(() => database.close());
    const { client } = database;
    const { id } = await client.customer.create({ data: { name: 'Ada', plan: 'reader' } });
    await client.$executeRaw`INSERT INTO memos (customer_id, text) VALUES (${id}, 'one')`;
    t.match(await client.$queryRaw`SELECT id, customer_id, text FROM memos`, [
      { id: 1n, customer_id: id, text: 'one' },
    ]);
    await t.rejects(run(url, 'SELECT * FROM widgets'), 'it has no tables of this store');
  });
});
