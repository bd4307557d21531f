import {
  createClient,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
  type Pet,
  type Pets,
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
    async listPets(query) {
      const { data, error, response } = await client.listPets({ query });
      return outcome<Pets>(data ?? error, response.headers);
    },
    async createPet(body, idempotencyKey) {
      const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
      const { data, error, response } = await client.createPet({ body, headers });
      return outcome<Pet>(data ?? error, response.headers);
    },
    async getPet(petId) {
      const { data, error, response } = await client.getPet({ path: { petId } });
      return outcome<Pet>(data ?? error, response.headers);
    },
  };
};
