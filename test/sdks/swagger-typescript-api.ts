import {
  Api,
  type Error as ErrorBody,
  type HttpResponse,
  type Pet,
  type Pets,
} from './generated/swagger-typescript-api.js';
import { type Connect, outcome, patientFetch } from './sdk.js';

export const connect: Connect = (baseUrl, key) => {
  const { pets } = new Api({
    baseUrl,
    securityWorker: () => ({ headers: { authorization: `Bearer ${key}` } }),
    customFetch: patientFetch,
  });
  return {
    async listPets(query) {
      const { data, error, headers } = await pets.listPets(query).catch(errorResponse);
      return outcome<Pets>(data ?? error, headers);
    },
    async createPet(pet, idempotencyKey) {
      // Parameters in headers are no arguments of its methods.
      const headers = { ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) };
      const response = await pets.createPet(pet, { headers }).catch(errorResponse);
      return outcome<Pet>(response.data ?? response.error, response.headers);
    },
    async getPet(petId) {
      const { data, error, headers } = await pets.getPet(petId).catch(errorResponse);
      return outcome<Pet>(data ?? error, headers);
    },
  };
};

/** It throws the response of an error. What else is thrown is a fault. */
function errorResponse(thrown: unknown): HttpResponse<undefined, ErrorBody> {
  if (!(thrown instanceof Response)) throw thrown;
  // Its own type for it, which what is thrown has lost.
  return thrown as HttpResponse<undefined, ErrorBody>;
}
