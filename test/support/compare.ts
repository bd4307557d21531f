import { openDatabase } from '../../src/database/index.ts';

/** Compares what the database holds with the animals that were acknowledged: their ids by their names. */
export async function compare(url: string, acknowledged: ReadonlyMap<string, bigint>) {
  const { client, close } = await openDatabase(url, { isTimed: false });
  const pets = await client.pet.findMany({ select: { id: true, name: true } });
  await close();
  const stored = new Map(pets.map(({ id, name }) => [name, id]));
  const lost = [...acknowledged].filter(([name, id]) => stored.get(name) !== id).length;
  return { stored: pets.length, lost, twice: pets.length - stored.size };
}
