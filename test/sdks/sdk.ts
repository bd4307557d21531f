import { setTimeout as wait } from 'node:timers/promises';

/*
 * What a client needs, in one form for all generators. These files are compiled with the generated
 * code, and stand in no folder that the project's own compiler looks into. Where generated types
 * say anything else than these, they do not compile.
 */

export type PetStatus = 'available' | 'pending' | 'sold';

export interface NewPet {
  name: string;
  categoryId: number;
  status?: PetStatus;
}

export interface Pet extends Required<NewPet> {
  id: number;
}

export interface PageQuery {
  limit: number;
  cursor?: string;
  status?: PetStatus;
}

/** The body of every error. */
export interface ErrorBody {
  code: string;
  message: string;
  status: number;
}

export type Outcome<Body> =
  | { readonly body: Body; readonly cursor: string | undefined }
  | { readonly error: ErrorBody; readonly retryAfterSeconds: number };

export interface Sdk {
  listPets(query: PageQuery): Promise<Outcome<readonly Pet[]>>;
  createPet(pet: NewPet, idempotencyKey?: string): Promise<Outcome<Pet>>;
  getPet(petId: number): Promise<Outcome<Pet>>;
}

/** Makes the client of somebody who has a key. */
export type Connect = (baseUrl: string, key: string) => Sdk;

/** @throws when there was no response, for which some generators have a result too */
export function outcome<Body extends object>(
  body: Body | ErrorBody | undefined,
  headers: Headers | undefined,
): Outcome<Body> {
  if (!body || !headers) throw new Error('There is no response with a body.');
  if (!isError(body)) return { body, cursor: nextCursor(headers.get('link')) };
  return { error: body, retryAfterSeconds: Number(headers.get('retry-after')) };
}

function isError(body: object): body is ErrorBody {
  return 'code' in body;
}

function nextCursor(link: string | null) {
  const [, address] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? [];
  return address && (new URL(address, 'http://store').searchParams.get('cursor') ?? undefined);
}

/** Kept, because drivers of generators without a setting for it replace the global one. */
const { fetch } = globalThis;

/** Sends the request again when a busy machine made the service turn it away. */
export async function patientFetch(input: RequestInfo | URL, init?: RequestInit) {
  const request = new Request(input, init);
  const response = await fetch(request.clone());
  if (response.status !== 503) return response;
  await wait(Number(response.headers.get('retry-after')) * 1_000);
  return patientFetch(request);
}
