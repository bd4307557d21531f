import t from 'tap';
import type { Database } from '../../src/database/index.ts';
import { listKeys, type NewKeyInfo, revokeKey, setPlan } from '../../src/keys/administration.ts';
import { PROVIDER } from '../support/databases.ts';
import { openLookUps } from '../support/key-look-ups.ts';

/*
 * A key whose rows cannot be used, as after a statement by hand: no other key is affected.
 */

type Faults = Readonly<Record<string, string>>;

/** Changes of the row of a key or its customer. */
const FAULTS: Faults = {
  'an enterprise customer without limits':
    "UPDATE customers SET plan = 'enterprise', per_minute = NULL, per_day = NULL",
  'limits below zero': "UPDATE customers SET plan = 'enterprise', per_minute = -1, per_day = -1",
  'an unknown plan': "UPDATE customers SET plan = 'platinum', per_minute = 5, per_day = 5",
};
/** Those that only one database can hold. */
const FAULTS_OF: Readonly<Record<Database['provider'], Faults>> = {
  sqlite: {
    'limits that are no integers':
      "UPDATE customers SET plan = 'enterprise', per_minute = 1.5, per_day = 'many'",
    'a plan that every object has': "UPDATE customers SET plan = 'toString'",
    'an end of a ban that is no date': "UPDATE api_keys SET banned_until = 'tomorrow'",
    'an expiry that is no date': 'UPDATE api_keys SET expires_at = 5',
    'scopes that are no text': "UPDATE api_keys SET scopes = x'00'",
  },
  postgresql: {
    'an end of a ban that is no date': "UPDATE api_keys SET banned_until = 'infinity'",
    'an expiry that is no date': "UPDATE api_keys SET expires_at = '-infinity'",
  },
};

for (const [name, statement] of Object.entries({ ...FAULTS, ...FAULTS_OF[PROVIDER] })) {
  t.test(`${name}: that key gets 500, and all others are served`, async (t) => {
    const store = await openLookUps(t, { LOG_LEVEL: 'error' });
    const { clock, database, createKey, log, statusOf } = store;
    clock.stop();
    await allowAnything(database);
    const { client } = database;
    const all = await Promise.all(Array.from({ length: 42 }, () => createKey()));
    const bad = [all[20], all[21]] as [NewKeyInfo, NewKeyInfo];
    const callAll = () => Promise.all(all.map(({ key }) => statusOf(key)));
    const expected = all.map((one) => (bad.includes(one) ? 500 : 200));
    const spoil = async () => {
      for (const { id, customerId } of bad) {
        const row = statement.includes('api_keys') ? id : customerId;
        await client.$executeRawUnsafe(`${statement} WHERE id = ${row}`);
      }
    };

    await spoil();
    t.strictSame(await callAll(), expected, 'keys that the instance has not seen');
    t.strictSame(await callAll(), expected, 'again');
    clock.move(1);
    t.strictSame(await callAll(), expected, 'keys that it knows, looked up together');
    for (const { id } of bad) {
      t.ok(log.some((line) => line.includes(`The API key ${id} cannot be used: `)));
    }
    for (const line of log) t.match(line, 'cannot be used: ');

    await client.$executeRaw`UPDATE customers SET plan = 'pro'`;
    await client.$executeRaw`
      UPDATE api_keys SET banned_until = NULL, expires_at = NULL, scopes = NULL`;
    for (const { key } of bad) t.equal(await statusOf(key), 200, 'once it is repaired');
    await spoil();
    clock.move(1);
    t.strictSame(await callAll(), expected, 'a known key of which it is found later');
  });
}

t.test('an operator sees, repairs and revokes a key of a customer without limits', async (t) => {
  const { database, createKey, statusOf } = await openLookUps(t);
  const { client } = database;
  await allowAnything(database);
  const bad = await createKey({ name: 'Bad' });
  const revoked = await createKey({ name: 'Revoked' });
  const other = await createKey({ name: 'Other' });
  await client.$executeRaw`
    UPDATE customers SET plan = 'enterprise' WHERE name IN ('Bad', 'Revoked')`;
  const limits = async () => (await listKeys(client)).map(({ id, perDay }) => [id, perDay]);
  t.strictSame((await limits()).slice(1), [
    [bad.id, undefined],
    [revoked.id, undefined],
    [other.id, 100_000],
  ]);
  t.equal((await revokeKey(client, revoked.id)).state, 'revoked');
  t.equal((await setPlan(client, bad.id, 'pro')).perDay, 10_000);
  t.equal(await statusOf(bad.key), 200);
  const events = await client.keyEvent.findMany({ where: { action: 'revoked' } });
  t.equal(events[0]?.detail, 'enterprise, no limits, scopes all');
});

/** Lifts the constraints of a database. Call it before any statement is prepared. */
async function allowAnything({ client, provider }: Database) {
  if (provider === 'sqlite') {
    await client.$executeRaw`PRAGMA ignore_check_constraints = true`;
    return;
  }
  await client.$executeRaw`
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT conname FROM pg_constraint
        WHERE contype = 'c' AND conrelid = 'customers'::regclass
      LOOP EXECUTE format('ALTER TABLE customers DROP CONSTRAINT %I', name); END LOOP;
    END $$`;
  await client.$executeRaw`ALTER TABLE customers ALTER COLUMN plan TYPE text`;
}
