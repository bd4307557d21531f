import { contract, type Handler, page, pageStart, petNotFound } from '../contract/index.ts';
import type { Pets } from '../database/index.ts';
import { type BodySchema, hashBody, rowOf, withoutDefaults } from './idempotency.ts';

const PET_PATH = contract.fullPath('getPet');
const NEW_PET: BodySchema = contract.findOperation('createPet').schema.body ?? {};

export function petHandlers(pets: Pets) {
  const listPets: Handler<'listPets'> = async (request, reply) => {
    const { limit, status } = request.query;
    const rows = await pets.list({ after: pageStart(request), count: limit + 1, status });
    return page(request, reply, rows);
  };

  const createPet: Handler<'createPet'> = async ({ body, caller, headers }, reply) => {
    const { customerId } = caller.customer;
    const key = headers['idempotency-key'];
    const use = key === undefined ? undefined : { customerId, key, bodyHash: hashPet(body) };
    const pet = rowOf(await pets.create(body, use));
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

/** With the status even where it is the default, as in the hashes that version 1.0.0 has stored. */
function hashPet(body: { readonly status: string }): string {
  return hashBody({ ...withoutDefaults(NEW_PET, body), status: body.status });
}
