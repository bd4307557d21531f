import t from 'tap';
import { violatedConstraint } from '../../src/database/index.ts';
import { onBoth, openMigrated } from '../support/both-databases.ts';
import { newPet } from '../support/pets.ts';

await onBoth(t, async (t, provider) => {
  t.test('a violated constraint has its name, whoever has written', async (t) => {
    const { client, query } = await openMigrated(t, provider);
    const pet = { id: 1n, ...newPet() };
    await client.pet.create({ data: pet });
    const violated = (write: Promise<unknown>) =>
      write.then(() => t.fail('it was written'), violatedConstraint);
    const addPet = "INSERT INTO pets (id, name, category_id, status) VALUES ($1, 'Mia', 7, 'sold')";
    t.equal(await violated(client.pet.create({ data: pet })), 'unique');
    t.equal(await violated(client.$executeRawUnsafe(addPet.replace('$1', '1'))), 'unique');
    t.equal(await violated(query(`${addPet} RETURNING id`, [1])), 'unique');

    const order = { petId: 9n, quantity: 1, status: 'placed' } as const;
    const addOrder = "INSERT INTO orders (pet_id, quantity, status) VALUES ($1, 1, 'placed')";
    t.equal(await violated(client.order.create({ data: order })), 'foreignKey');
    t.equal(await violated(client.$executeRawUnsafe(addOrder.replace('$1', '9'))), 'foreignKey');
    t.equal(await violated(query(`${addOrder} RETURNING id`, [9])), 'foreignKey');

    t.equal(await violated(query('SELECT id FROM made_up WHERE id = $1', [1])), undefined);
    t.equal(violatedConstraint('text'), undefined);
  });
});
