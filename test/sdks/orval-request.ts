import { patientFetch } from './sdk.js';

export interface Options extends RequestInit {
  baseUrl?: string;
}

/** Sends each request of the code that orval generates. @returns what its `fetch` client expects */
export async function request<Result>(path: string, options: Options = {}): Promise<Result> {
  const { baseUrl = '', ...init } = options;
  const response = await patientFetch(`${baseUrl}${path}`, init);
  const { status, headers } = response;
  // The generated code says which body comes with which status.
  return { data: await response.json(), status, headers } as Result;
}
