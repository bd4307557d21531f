import type { Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { readContract } from '../../src/contract/operations.ts';
import { openStore, type Store } from '../helper.ts';

/*
 * The whole application with a small contract that is made up for a test.
 */

export const SECURITY = {
  security: [{ apiKey: [] }],
  components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
};

/** A contract with these paths, whatever else it has. */
export function contractOf(paths: Readonly<Record<string, object>>, rest: object = {}) {
  const info = { title: 'Made up', version: '1.0.0' };
  return readContract({ info, servers: [{ url: '/v1' }], paths, ...SECURITY, ...rest });
}

export function serve(
  t: Test,
  paths: Readonly<Record<string, object>>,
  handlers: AnyHandlers,
  settings: Record<string, string> = {},
): Promise<Store> {
  return openStore(t, settings, { contract: contractOf(paths), createHandlers: () => handlers });
}

/** An operation, as far as a test describes one. */
export interface Described {
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: object;
}

/** The responses of an operation with one success of this media type. */
export function responding(schema: object, mediaType = 'application/json', status = 200) {
  return { responses: { [status]: { description: '', content: { [mediaType]: { schema } } } } };
}
