import { createClient } from './generated/hey-api/client/index.js';
import { createPet, getPet, listPets } from './generated/hey-api/sdk.gen.js';
import type { Pet, Pets } from './generated/hey-api/types.gen.js';
import { type Connect, outcome, patientFetch } from './sdk.js';

export const connect: Connect = (baseUrl, key) => {
  const client = createClient({ baseUrl, auth: key, fetch: patientFetch });
  return {
    async listPets(query) {
      const { data, error, response } = await listPets({ client, query });
      return outcome<Pets>(data ?? error, response?.headers);
    },
    async createPet(body, idempotencyKey) {
      const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
      const { data, error, response } = await createPet({ client, body, headers });
      return outcome<Pet>(data ?? error, response?.headers);
    },
    async getPet(petId) {
      const { data, error, response } = await getPet({ client, path: { petId } });
      return outcome<Pet>(data ?? error, response?.headers);
    },
  };
};
