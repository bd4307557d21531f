import { contract, type Handler, page, pageStart, petNotFound } from '../contract/index.ts';
import type { Pets } from '../database/index.ts';
import { rowOf } from './row-of.ts';

const PET_PATH = contract.fullPath('getPet');

export function petHandlers(pets: Pets) {
  const listPets: Handler<'listPets'> = async (request, reply) => {
    const { limit, status } = request.query;
    const { customerId } = request.caller.customer;
    const start = { after: pageStart(request), count: limit + 1, status };
    const rows = await pets.list(start, customerId);
    return page(request, reply, rows);
  };

  const createPet: Handler<'createPet'> = async (request, reply) => {
    const { body, caller, headers } = request;
    const { customerId } = caller.customer;
    const key = headers['idempotency-key'];
    const pet =
      key === undefined
        ? await pets.create(body, customerId)
        : rowOf(await pets.createOnce(body, { customerId, key }));
    reply.header('Location', PET_PATH.replace('{petId}', String(pet.id)));
    return pet;
  };

  const getPet: Handler<'getPet'> = async (request) => {
    const { petId } = request.params;
    const pet = await pets.find(petId, request.caller.customer.customerId);
    if (!pet) throw petNotFound(petId);
    return pet;
  };

  return { listPets, createPet, getPet };
}
