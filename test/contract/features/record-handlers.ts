import { randomUUID } from 'node:crypto';
import type { operations } from '../../../generated/features/openapi.ts';
import { assertMatch, entityTag, matchesTag } from '../../../src/contract/conditional-requests.ts';
import { pathNotFound } from '../../../src/contract/errors.ts';
import type { Handler as HandlerOf, OperationRequest } from '../../../src/contract/handler.ts';
import type { KeptValues } from './kept-values.ts';

/*
 * Records with versions: a change that names another version than the stored one is rejected.
 */

type Handler<Id extends keyof operations> = HandlerOf<Id, operations>;
type NewRecord = OperationRequest<operations['createRecord']>['body'];
type Record = NewRecord & { readonly id: string; readonly version: bigint };

export function recordHandlers({ add, find, replace, remove }: KeptValues) {
  const createRecord: Handler<'createRecord'> = async ({ body, url }, reply) => {
    const record: Record = { ...body, id: randomUUID(), version: 1n };
    await add(record.id, record);
    reply.header('Location', `${url}/${record.id}`);
    reply.header('ETag', tagOf(record));
    return record;
  };

  const getRecord: Handler<'getRecord'> = async ({ params, headers }, reply) => {
    const record = await find<Record>(params.recordId);
    if (!record) throw pathNotFound;
    const tag = tagOf(record);
    reply.header('ETag', tag);
    return matchesTag(headers['if-none-match'], tag, { weak: true })
      ? { status: 304 }
      : { status: 200, body: record };
  };

  const replaceRecord: Handler<'replaceRecord'> = async (request, reply) => {
    const { body, params, headers, url } = request;
    const stored = await find<Record>(params.recordId);
    assertMatch(headers['if-match'], stored && tagOf(stored));
    const record: Record = {
      ...body,
      id: params.recordId,
      version: (stored?.version ?? 0n) + 1n,
    };
    await (stored ? replace(record.id, record, stored) : add(record.id, record));
    reply.header('ETag', tagOf(record));
    if (stored) return { status: 200, body: record };
    reply.header('Location', url);
    return { status: 201, body: record };
  };

  const changeRecord: Handler<'changeRecord'> = async ({ body, params, headers }, reply) => {
    const stored = await find<Record>(params.recordId);
    if (!stored) throw pathNotFound;
    assertMatch(headers['if-match'], tagOf(stored));
    const labels = body.labels === undefined ? stored.labels : merged(stored.labels, body.labels);
    const { labels: _, ...rest } = { ...stored, ...body, version: stored.version + 1n };
    const record: Record = { ...rest, ...(labels && { labels }) };
    await replace(stored.id, record, stored);
    reply.header('ETag', tagOf(record));
    return record;
  };

  const deleteRecord: Handler<'deleteRecord'> = async ({ params, headers }) => {
    const stored = await find<Record>(params.recordId);
    if (!stored) throw pathNotFound;
    assertMatch(headers['if-match'], tagOf(stored));
    await remove(stored.id, stored);
    return undefined;
  };

  return { createRecord, getRecord, replaceRecord, changeRecord, deleteRecord };
}

function tagOf({ id, version }: Record): string {
  return entityTag(`${id}.${version}`);
}

/** @see RFC 7396 */
function merged(
  stored: Readonly<globalThis.Record<string, string>> = {},
  changes: Readonly<globalThis.Record<string, string | null>> | null,
) {
  if (changes === null) return undefined;
  const all = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}
