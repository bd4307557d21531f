import type { operations } from '../../../generated/features/openapi.ts';
import type { Handler as HandlerOf, Handlers } from '../../../src/contract/handler.ts';
import type { Database } from '../../../src/database/index.ts';
import { type KeptValues, openKeptValues } from './kept-values.ts';
import { recordHandlers } from './record-handlers.ts';

/*
 * The handlers of the features. What they return was stored before, where it can be.
 */

type Handler<Id extends keyof operations> = HandlerOf<Id, operations>;

export function createHandlers(database: Database) {
  const opened = openKeptValues(database);
  const kept: KeptValues = {
    keep: async (value) => (await opened).keep(value),
    find: async (id) => (await opened).find(id),
    add: async (id, value) => (await opened).add(id, value),
    replace: async (id, value, expected) => (await opened).replace(id, value, expected),
    remove: async (id, expected) => (await opened).remove(id, expected),
  };
  return {
    ...parameterHandlers(),
    ...valueHandlers(kept),
    ...bodyHandlers(kept),
    ...statusHandlers(kept),
    ...recordHandlers(kept),
    ...lifecycleHandlers(),
  } satisfies Handlers<operations>;
}

function parameterHandlers() {
  const echoQueryForm: Handler<'echoQueryForm'> = ({ query }) => query;
  const echoQueryNames: Handler<'echoQueryNames'> = ({ query }) => query;
  const echoQueryReferences: Handler<'echoQueryReferences'> = ({ query }) => query;
  const echoQueryExploded: Handler<'echoQueryExploded'> = ({ query }) => query;
  const echoQueryCommaSeparated: Handler<'echoQueryCommaSeparated'> = ({ query }) => query;
  const echoQuerySpaceDelimited: Handler<'echoQuerySpaceDelimited'> = ({ query }) => query;
  const echoQueryPipeDelimited: Handler<'echoQueryPipeDelimited'> = ({ query }) => query;
  const echoQueryObject: Handler<'echoQueryObject'> = ({ query }) => query;
  const echoQueryObjectExploded: Handler<'echoQueryObjectExploded'> = ({ query }) => query;
  const echoQueryDeepObject: Handler<'echoQueryDeepObject'> = ({ query }) => query;
  const echoQueryJson: Handler<'echoQueryJson'> = ({ query }) => query;
  const echoPath: Handler<'echoPath'> = ({ params }) => params;
  const echoPathLists: Handler<'echoPathLists'> = ({ params }) => params;
  const echoPathJson: Handler<'echoPathJson'> = ({ params }) => params;
  const echoHeaders: Handler<'echoHeaders'> = ({ headers }) => headers;
  const echoCookies: Handler<'echoCookies'> = ({ cookies }) => cookies;
  return {
    ...{ echoQueryForm, echoQueryNames, echoQueryReferences, echoQueryExploded },
    ...{ echoQueryCommaSeparated, echoQuerySpaceDelimited, echoQueryPipeDelimited },
    ...{ echoQueryObject, echoQueryObjectExploded, echoQueryDeepObject, echoQueryJson },
    ...{ echoPath, echoPathLists, echoPathJson, echoHeaders, echoCookies },
  };
}

function valueHandlers({ keep }: KeptValues) {
  const echoStrings: Handler<'echoStrings'> = ({ body }) => keep(body);
  const echoFormats: Handler<'echoFormats'> = ({ body }) => keep(body);
  const echoIntegers: Handler<'echoIntegers'> = ({ body }) => keep(body);
  const echoNumbers: Handler<'echoNumbers'> = ({ body }) => keep(body);
  const echoBooleans: Handler<'echoBooleans'> = ({ body }) => keep(body);
  const echoNullables: Handler<'echoNullables'> = ({ body }) => keep(body);
  const echoArrays: Handler<'echoArrays'> = ({ body }) => keep(body);
  const echoObjects: Handler<'echoObjects'> = ({ body }) => keep(body);
  const echoMaps: Handler<'echoMaps'> = ({ body }) => keep(body);
  const echoDefaults: Handler<'echoDefaults'> = ({ body }) => keep(body);
  const echoRecursion: Handler<'echoRecursion'> = ({ body }) => keep(body);
  const echoFreeForm: Handler<'echoFreeForm'> = ({ body }) => keep(body);
  const echoFreeObjects: Handler<'echoFreeObjects'> = ({ body }) => keep(body);
  const echoAnyOf: Handler<'echoAnyOf'> = ({ body }) => keep(body);
  const echoOneOf: Handler<'echoOneOf'> = ({ body }) => keep(body);
  const echoDiscriminated: Handler<'echoDiscriminated'> = ({ body }) => keep(body);
  const echoAllOf: Handler<'echoAllOf'> = ({ body }) => keep(body);
  const echoReferences: Handler<'echoReferences'> = ({ body }) => keep(body);
  return {
    ...{ echoStrings, echoFormats, echoIntegers, echoNumbers, echoBooleans, echoNullables },
    ...{ echoArrays, echoObjects, echoMaps, echoDefaults, echoRecursion, echoFreeForm },
    ...{ echoFreeObjects, echoAnyOf, echoOneOf, echoDiscriminated, echoAllOf, echoReferences },
  };
}

function bodyHandlers({ keep }: KeptValues) {
  const echoText: Handler<'echoText'> = ({ body }) => keep(body);
  const echoCsv: Handler<'echoCsv'> = ({ body }) => keep(body);
  const echoBytes: Handler<'echoBytes'> = ({ body }) => body;
  // All lines are read before the first is returned, so that a wrong one is still rejected.
  const echoLines: Handler<'echoLines'> = async ({ body }) => keep(await collect(body));
  const echoJsonLines: Handler<'echoJsonLines'> = async ({ body }) => keep(await collect(body));
  const echoJsonVariant: Handler<'echoJsonVariant'> = ({ body }) => keep(body);
  const echoProblem: Handler<'echoProblem'> = ({ body }) => keep(body);
  const echoOptionalBody: Handler<'echoOptionalBody'> = async ({ body }) =>
    body === undefined ? { status: 204 } : { status: 200, body: await keep(body) };
  const echoOptionalText: Handler<'echoOptionalText'> = async ({ body }) =>
    body === undefined ? { status: 204 } : { status: 200, body: await keep(body) };
  return {
    ...{ echoText, echoCsv, echoBytes, echoLines, echoJsonLines, echoJsonVariant, echoProblem },
    ...{ echoOptionalBody, echoOptionalText },
  };
}

function statusHandlers({ keep }: KeptValues) {
  const chooseStatus: Handler<'chooseStatus'> = ({ query: { status } }) => {
    switch (status) {
      case 204:
      case 301:
      case 302:
      case 303:
      case 304:
      case 307:
      case 308:
        return { status };
      default:
        return { status, body: { status } };
    }
  };
  const startJob: Handler<'startJob'> = (_request, reply) => {
    reply.header('Location', '/v1/jobs/1');
    return undefined;
  };
  const bytes = Buffer.from('0123456789');
  const getPart: Handler<'getPart'> = ({ headers: { range } }, reply) => {
    if (range === undefined) return { status: 200, body: bytes };
    const [first = 0, last = 0] = range.slice('bytes='.length).split('-').map(Number);
    reply.header('Content-Range', `bytes ${first}-${last}/${bytes.length}`);
    return { status: 206, body: bytes.subarray(first, last + 1) };
  };
  const storeSeveral: Handler<'storeSeveral'> = async ({ body }) => {
    const stored = await Promise.all(body.map((name) => keep(name)));
    return stored.map((_name, index) => ({ status: 201, id: BigInt(index) }));
  };
  const findElsewhere: Handler<'findElsewhere'> = (_request, reply) => {
    reply.header('Location', '/v1/records/1');
    return undefined;
  };
  const getHeaders: Handler<'getHeaders'> = (_request, reply) => {
    reply.header('X-Flag', true);
    reply.header('X-Large', 9_223_372_036_854_775_807n);
    reply.header('X-Price', 19.99);
    reply.header('X-Day', '2026-11-21');
    reply.header('X-Ids', [1n, 2n]);
    return undefined;
  };
  return { chooseStatus, startJob, getPart, storeSeveral, findElsewhere, getHeaders };
}

function lifecycleHandlers() {
  const getDeprecated: Handler<'getDeprecated'> = () => ({ id: 1n });
  const getBeta: Handler<'getBeta'> = () => ({ id: 2n });
  const getExperimental: Handler<'getExperimental'> = () => ({ id: 3n });
  return { getDeprecated, getBeta, getExperimental };
}

async function collect<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
