import {
  contract,
  type Handler,
  idempotencyKeyInUse,
  idempotencyKeyReused,
  page,
  pageStart,
  petNotFound,
} from '../contract/index.ts';
import type { IdempotentOutcome, Pets } from '../database/index.ts';

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

function rowOf<Row>(outcome: IdempotentOutcome<Row>): Row {
  if (outcome === 'key_in_use') throw idempotencyKeyInUse;
  if (outcome === 'key_reused') throw idempotencyKeyReused;
  return outcome;
}
