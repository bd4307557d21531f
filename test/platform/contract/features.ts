// The application with the contract that has every feature.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { clientModule, completeContract, routeSchemas } from '../../../scripts/contract/index.ts';
import type { AnyHandlers } from '../../../src/platform/contract/handler.ts';
import { type ContractDocument, readContract } from '../../../src/platform/contract/operations.ts';
import type { Documentation } from '../../../src/platform/docs/index.ts';
import { openSample, type Request } from '../../helper.ts';
import { onClientClock } from '../../support/client-clock.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { root } from '../../support/scripts.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import type { ClientOptions } from '../service/generated/client.ts';
import { operationsOf } from './random-requests.ts';

/** What a handler was given. */
export interface Seen {
  readonly params: object;
  readonly query: object;
  readonly headers: object;
  readonly body: unknown;
}

const complete = await completeContract(join(root, 'test/platform/contract/features.yaml'));
export const features = complete.document;

/** As the service reads it. It has all that a contract has. */
export const featuresContract = readContract(
  features as object as ContractDocument,
  routeSchemas(complete.contract),
);

/**
 * Serves it. Each handler remembers what it was given, and returns `result` with `headers`.
 *
 * @param own handlers that do something else
 * @param documentation what is published beside it
 */
export async function openFeatures(
  t: Test,
  settings: Record<string, string> = {},
  own: AnyHandlers = {},
  documentation?: Documentation,
) {
  const given: { seen?: Seen | undefined; result?: unknown; headers?: object | undefined } = {};
  const handle = (seen: Seen, reply: { header(name: string, value: unknown): void }) => {
    given.seen = seen;
    for (const [name, value] of Object.entries(given.headers ?? {})) reply.header(name, value);
    return given.result;
  };
  const ids = operationsOf(features).map(({ operationId }) => [operationId, handle] as const);
  const handlers: AnyHandlers = { ...Object.fromEntries(ids), ...own };
  const load = documentation && (async () => documentation);
  const api = { contract: featuresContract, documentation: load, createHandlers: () => handlers };
  const store = await openSample(t, settings, api);
  const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });
  const send = (request: Request) => {
    given.seen = undefined;
    return store.send({ key, ...request });
  };
  return { ...store, given, send };
}

/** A client whose operations are not known to the compiler. */
type AnyClient = Readonly<Record<string, AnyCall & { readonly page?: AnyCall }>>;
type AnyCall = (...given: unknown[]) => Promise<unknown>;

/** The client of the contract that has every feature, as it is generated. */
export async function featuresClient(t: Test, options: ClientOptions): Promise<AnyClient> {
  const file = join(await temporaryFolder(t), 'client.ts');
  await writeFile(file, onClientClock(clientModule(complete.contract, 'http://127.0.0.1:3000/v1')));
  const { createClient } = await import(file);
  return createClient(options);
}
