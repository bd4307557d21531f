import { createClient } from './generated/hey-api/client/index.js';
import { createPet, getPet, listPets } from './generated/hey-api/sdk.gen.js';
import { type Connect, outcome, patientFetch } from './sdk.js';

export const connect: Connect = (baseUrl, key) => {
  const client = createClient({ baseUrl, auth: key, fetch: patientFetch });
  return {
    async listPets(limit, cursor) {
      const result = await listPets({ client, query: { limit, ...(cursor && { cursor }) } });
      return outcome(result);
    },
    async createPet(name, categoryId) {
      const result = await createPet({ client, body: { name, categoryId } });
      return outcome(result);
    },
    async getPet(petId) {
      const result = await getPet({ client, path: { petId } });
      return outcome(result);
    },
  };
};
