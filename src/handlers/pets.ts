import { contract, type Handler, page, pageStart, petNotFound } from '../contract/index.ts';
import type { Pets } from '../database/index.ts';
import { type BodySchema, hashBody } from './idempotency.ts';

const PET_PATH = contract.fullPath('getPet');
const { properties }: BodySchema = contract.findOperation('createPet').schema.body ?? {};
/** Its status counts even where it is the default, as in the hashes that version 1.0.0 has stored. */
const NEW_PET: BodySchema = { properties: { ...properties, status: {} } };

export function petHandlers(pets: Pets) {
  const listPets: Handler<'listPets'> = async (request, reply) => {
    const { limit, status } = request.query;
    const rows = await pets.list({ after: pageStart(request), count: limit + 1, status });
    return page(request, reply, rows);
  };

  const createPet: Handler<'createPet'> = async ({ body, caller, headers }, reply) => {
    const { customerId } = caller.customer;
    const value = headers['idempotency-key'];
    const key =
      value === undefined ? undefined : { customerId, value, bodyHash: hashBody(NEW_PET, body) };
    const pet = await pets.create(body, key);
    reply.header('Location', PET_PATH.replace('{petId}', String(pet.id)));
    return pet;
  };

  const getPet: Handler<'getPet'> = async (request) => {
    const { petId } = request.params;
    const pet = await pets.find(petId);
    if (!pet) throw petNotFound(petId);
    return pet;
  };

  return { listPets, createPet, getPet };
}
