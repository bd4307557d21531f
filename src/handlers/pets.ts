import { basePath } from '../contract.js';
import type { Database } from '../database.js';
import { petNotFound } from '../errors.js';
import { createPetOnce } from '../idempotency.js';
import type { Handler } from '../operations.js';
import { page, pageStart } from '../paging.js';

/** The operations on animals. */
export function petHandlers({ client }: Database) {
  const listPets: Handler<'listPets'> = async (request, reply) => {
    const { limit, status } = request.query;
    const pets = await client.pet.findMany({
      where: { id: { gt: pageStart(request) }, ...(status && { status }) },
      orderBy: { id: 'asc' },
      take: limit + 1,
    });
    return page(request, reply, pets);
  };

  const createPet: Handler<'createPet'> = async (request, reply) => {
    const { body: data, caller, headers } = request;
    const { customerId } = caller.customer;
    const key = headers['idempotency-key'];
    const pet =
      key === undefined
        ? await client.pet.create({ data })
        : await createPetOnce(client, { customerId, key }, data);
    reply.header('Location', `${basePath}/pets/${pet.id}`);
    return pet;
  };

  const getPet: Handler<'getPet'> = async (request) => {
    const { petId } = request.params;
    const pet = await client.pet.findUnique({ where: { id: petId } });
    if (!pet) throw petNotFound(petId);
    return pet;
  };

  return { listPets, createPet, getPet };
}
