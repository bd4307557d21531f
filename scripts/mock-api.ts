import type { Api } from '../src/app.ts';
import type { Contract } from '../src/contract/index.ts';
import { createApiKey } from '../src/keys/api-key.ts';
import { withExamples } from './examples.ts';
import { UNLIMITED } from './servers/unlimited.ts';

/**
 * A contract with examples in the place of handlers, and any API key that is well formed.
 *
 * @param isOpen whether requests need no API key
 */
export function mockApi(contract: Contract, isOpen = false): Api {
  const api = withExamples(contract);
  const authorization = `Bearer ${createApiKey()}`;
  const customer = {
    apiKeyId: 1,
    customerId: 1,
    limits: UNLIMITED,
    bannedUntilMs: 0,
    scopes: null,
  };
  return {
    ...api,
    // Looked up each time, after the service has checked that it is well formed.
    keys: { get: () => undefined, lookUp: async () => customer, lastKnown: () => undefined },
    addHooks(app) {
      app.addHook('onRequest', (request, reply, next) => {
        reply.header('x-mock', 'true');
        if (isOpen) request.headers.authorization ??= authorization;
        next();
      });
      api.addHooks?.(app);
    },
  };
}
