import { createPet, getPet, listPets, type Pet, type Pets } from './generated/orval.js';
import { type Connect, outcome } from './sdk.js';

export const connect: Connect = (baseUrl, key) => {
  const options = { baseUrl, headers: { authorization: `Bearer ${key}` } };
  return {
    async listPets(query) {
      const { data, headers } = await listPets(query, options);
      return outcome<Pets>(data, headers);
    },
    async createPet(pet, idempotencyKey) {
      const parameters = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
      const { data, headers } = await createPet(pet, parameters, options);
      return outcome<Pet>(data, headers);
    },
    async getPet(petId) {
      const { data, headers } = await getPet(petId, options);
      return outcome<Pet>(data, headers);
    },
  };
};
