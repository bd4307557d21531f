import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.js';
import { type Connect, outcome, patientFetch } from './sdk.js';

export const connect: Connect = (baseUrl, key) => {
  const headers = { authorization: `Bearer ${key}` };
  const client = createClient<paths>({ baseUrl, headers, fetch: patientFetch });
  return {
    async listPets(limit, cursor) {
      const query = { limit, ...(cursor && { cursor }) };
      return outcome(await client.GET('/pets', { params: { query } }));
    },
    async createPet(name, categoryId) {
      const body = { name, categoryId, status: 'available' } as const;
      return outcome(await client.POST('/pets', { body }));
    },
    async getPet(petId) {
      return outcome(await client.GET('/pets/{petId}', { params: { path: { petId } } }));
    },
  };
};
