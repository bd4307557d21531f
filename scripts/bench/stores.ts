import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { type Databases, prepare } from '../testbed/databases.ts';
import { addKeys, createKeys, describeCallers, type Keys } from './keys.ts';

/** Equal databases, one for each server, and the keys of those who call them. */
export type Stores = Awaited<ReturnType<typeof makeStores>>;

let made = 0;

/** @param customers how many customers send the requests of a mix */
export async function makeStores(databases: Databases, animals: number, customers: number) {
  const keys = createKeys(customers);
  const urls = {
    service: await makeServiceStore(databases, animals, keys),
    same: await makeStore(databases, animals),
    lean: await makeStore(databases, animals),
  };
  const folder = await createTemporaryFolder();
  const callersFile = join(folder.path, 'callers.json');
  await writeFile(callersFile, JSON.stringify(describeCallers(keys)));
  return { animals, urls, keys, callersFile, databases, remove: folder.remove };
}

/** @returns the URL of a database with animals and all who call */
export async function makeServiceStore(
  databases: Databases,
  animals: number,
  keys: Keys,
): Promise<string> {
  const url = await makeStore(databases, animals);
  await addKeys(url, keys);
  return url;
}

async function makeStore(databases: Databases, animals: number): Promise<string> {
  made += 1;
  const url = await databases.create(`bench${made}`);
  await prepare(url, animals);
  return url;
}
