import {
  ApiError,
  type Error as ErrorBody,
  type Pet,
  type Pets,
  Store,
} from './commonjs/openapi-typescript-codegen/index.js';
import { type Connect, type Outcome, outcome, patientFetch } from './sdk.js';

/** Its methods return bodies alone: headers can be read only where it calls fetch. */
let headers: Headers | undefined;

globalThis.fetch = async (...request) => {
  const response = await patientFetch(...request);
  headers = response.headers;
  return response;
};

export const connect: Connect = (baseUrl, key) => {
  const { pets } = new Store({ BASE: baseUrl, TOKEN: key });
  return {
    listPets: (query) => outcomeOf<Pets>(pets.listPets(query)),
    createPet: (requestBody, idempotencyKey) =>
      outcomeOf<Pet>(pets.createPet({ requestBody, ...(idempotencyKey && { idempotencyKey }) })),
    getPet: (petId) => outcomeOf<Pet>(pets.getPet({ petId })),
  };
};

async function outcomeOf<Body extends object>(
  request: Promise<Body | ErrorBody>,
): Promise<Outcome<Body>> {
  try {
    return outcome<Body>(await request, headers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // It leaves open what an error's body is.
    return outcome<Body>(error.body as ErrorBody, headers);
  }
}
