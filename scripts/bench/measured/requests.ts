import type { IncomingMessage } from 'node:http';
import type { Pet } from './bare-store.ts';

export interface ListRequest {
  readonly limit: number;
  readonly status: string | null;
  /** The id after which the page begins. */
  readonly after: number;
  readonly search: URLSearchParams;
}

export function readListRequest(url: string): ListRequest {
  const search = new URLSearchParams(url.slice('/v1/pets'.length));
  const cursor = search.get('cursor');
  return {
    limit: Number(search.get('limit') ?? 20),
    status: search.get('status'),
    after: cursor ? Number(Buffer.from(cursor, 'base64url').readBigInt64BE()) : 0,
    search,
  };
}

export function isList(url: string): boolean {
  return url.startsWith('/v1/pets') && url[8] !== '/';
}

export function petIdIn(url: string): number {
  return Number(url.slice('/v1/pets/'.length));
}

/** @returns the animal to be added, or what is wrong with it */
export async function readNewPet(request: IncomingMessage): Promise<Omit<Pet, 'id'> | string> {
  const text = await readBody(request);
  const { name, categoryId, status = 'available' } = JSON.parse(text) as Pet;
  return categoryId === undefined ? 'categoryId is required.' : { name, categoryId, status };
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
  });
}
