import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript.js';
import { type Connect, outcome, patientFetch } from './sdk.js';

type Schemas = components['schemas'];

export const connect: Connect = (baseUrl, key) => {
  const headers = { authorization: `Bearer ${key}` };
  const client = createClient<paths>({ baseUrl, headers, fetch: patientFetch });
  return {
    async listPets(query) {
      const { data, error, response } = await client.GET('/pets', { params: { query } });
      return outcome<Schemas['Pets']>(data ?? error, response.headers);
    },
    async createPet(pet, idempotencyKey) {
      const header = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
      const body = { ...pet, status: pet.status ?? 'available' } as const;
      const result = await client.POST('/pets', { params: { header }, body });
      return outcome<Schemas['Pet']>(result.data ?? result.error, result.response.headers);
    },
    async getPet(petId) {
      const params = { path: { petId } };
      const { data, error, response } = await client.GET('/pets/{petId}', { params });
      return outcome<Schemas['Pet']>(data ?? error, response.headers);
    },
  };
};
