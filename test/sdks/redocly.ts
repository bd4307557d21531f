import {
  createClient,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
} from './generated/redocly.js';
import { type Connect, outcome, patientFetch } from './sdk.js';

export const connect: Connect = (serverUrl, key) => {
  const client = createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl,
    auth: { bearer: key },
    fetch: patientFetch,
    errorMode: 'result',
  });
  return {
    async listPets(limit, cursor) {
      return outcome(await client.listPets({ query: { limit, ...(cursor && { cursor }) } }));
    },
    async createPet(name, categoryId) {
      return outcome(await client.createPet({ body: { name, categoryId } }));
    },
    async getPet(petId) {
      return outcome(await client.getPet({ path: { petId } }));
    },
  };
};
