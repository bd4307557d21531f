import { setTimeout as wait } from 'node:timers/promises';

/*
 * What a client needs, in one form for all generators. These files are compiled with the generated
 * code, and stand in no folder that the project's own compiler looks into. Where generated types
 * say anything else than these, they do not compile.
 */

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: 'available' | 'pending' | 'sold';
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

export type Outcome<Body> =
  | { readonly body: Body; readonly cursor: string | undefined }
  | { readonly refusal: Refusal; readonly retryAfterSeconds: number };

export interface Sdk {
  listPets(limit: number, cursor?: string): Promise<Outcome<readonly Pet[]>>;
  createPet(name: string, categoryId: number): Promise<Outcome<Pet>>;
  getPet(petId: number): Promise<Outcome<Pet>>;
}

/** Makes the client of somebody who has a key. */
export type Connect = (baseUrl: string, key: string) => Sdk;

/** What all three generators answer with: the body or the error, by status, and the response. */
interface Result<Body> {
  readonly data?: Body | undefined;
  readonly error?: Refusal | undefined;
  readonly response: Response;
}

export function outcome<Body>({ data, error, response }: Result<Body>): Outcome<Body> {
  const { headers } = response;
  if (data !== undefined) return { body: data, cursor: nextCursor(headers.get('link')) };
  if (error === undefined) throw new Error(`There is no body with ${response.status}.`);
  return { refusal: error, retryAfterSeconds: Number(headers.get('retry-after')) };
}

function nextCursor(link: string | null) {
  const [, address] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? [];
  return address && (new URL(address, 'http://store').searchParams.get('cursor') ?? undefined);
}

/** Asks again when a busy machine made the service turn a request away. */
export async function patientFetch(input: RequestInfo | URL, init?: RequestInit) {
  const request = new Request(input, init);
  const response = await fetch(request.clone());
  if (response.status !== 503) return response;
  await wait(Number(response.headers.get('retry-after')) * 1_000);
  return patientFetch(request);
}
