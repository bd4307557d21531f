// The whole application with a small contract that is made up for a test.

import type { Test } from 'tap';
import { modelOf, routeSchemas } from '../../../scripts/contract/index.ts';
import type { AnyHandlers } from '../../../src/platform/contract/handler.ts';
import { readContract } from '../../../src/platform/contract/operations.ts';
import { openSample, type Sample } from '../../helper.ts';

const SECURITY = {
  security: [{ apiKey: [] }],
  components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
};

/** A contract with these paths, whatever else it has. */
export function contractOf(paths: Readonly<Record<string, object>>, rest: object = {}) {
  const info = { title: 'Made up', version: '1.0.0' };
  const servers = [{ url: '/v1' }];
  const described = JSON.parse(JSON.stringify(paths), describe);
  const document = { openapi: '3.1.0', info, servers, paths: described, ...SECURITY, ...rest };
  return readContract(document, routeSchemas(modelOf(document)));
}

/** OpenAPI wants a description of each response. */
function describe(key: string, part: object) {
  if (key !== 'responses') return part;
  const describeOne = ([status, one]: [string, object]) => [status, { description: '', ...one }];
  return Object.fromEntries(Object.entries(part).map(describeOne));
}

export function serve(
  t: Test,
  paths: Readonly<Record<string, object>>,
  handlers: AnyHandlers,
  settings: Record<string, string> = {},
  schemas: Readonly<Record<string, object>> = {},
): Promise<Sample> {
  const components = { ...SECURITY.components, schemas };
  const contract = contractOf(paths, { components });
  return openSample(t, settings, { contract, createHandlers: () => handlers });
}

/** The responses of an operation with one success. */
export function responding(schema: object) {
  return { responses: { 200: { content: { 'application/json': { schema } } } } };
}
