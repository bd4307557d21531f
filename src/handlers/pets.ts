import { fullPath, type Handler, page, pageStart, petNotFound } from '../contract/index.ts';
import { createPetGroups, createPetOnce, type Database, petsTable } from '../database/index.ts';

const PET_PATH = fullPath('getPet');

/** The operations on animals. */
export function petHandlers({ client, query }: Database) {
  const table = petsTable(query);
  const addPet = createPetGroups(query);

  const listPets: Handler<'listPets'> = async (request, reply) => {
    const { limit, status } = request.query;
    const pets = await table.list({ after: pageStart(request), count: limit + 1, status });
    return page(request, reply, pets);
  };

  const createPet: Handler<'createPet'> = async (request, reply) => {
    const { body: data, caller, headers } = request;
    const { customerId } = caller.customer;
    const key = headers['idempotency-key'];
    const pet =
      key === undefined
        ? await addPet(data)
        : await createPetOnce(client, { customerId, key }, data);
    reply.header('Location', PET_PATH.replace('{petId}', String(pet.id)));
    return pet;
  };

  const getPet: Handler<'getPet'> = async (request) => {
    const { petId } = request.params;
    const pet = await table.find(petId);
    if (!pet) throw petNotFound(petId);
    return pet;
  };

  return { listPets, createPet, getPet };
}
