// Tags of bodies, and the conditions that name them: what the service does by itself where a
// contract declares them, and could not do elsewhere.

import type { Finding } from './finding.ts';
import { asObject, type Json } from './json.ts';
import { type FoundOperation, NOT_MODIFIED, operationsOf } from './operations.ts';
import { listOf } from './schemas.ts';

const [TAG, IF_MATCH, IF_NONE_MATCH] = ['ETag', 'If-Match', 'If-None-Match'] as const;

const OF_BODIES = 'Remove this header: a tag is that of a body, and of a GET that of 200.';
const BY_ITSELF = 'where the response 200 of a GET has an `ETag`, the service does this by itself.';
const OF_CHANGES = 'Remove this parameter: a GET changes nothing.';
const NO_TAG = 'Declare an `ETag` in a response first: without a tag, nobody could send this.';
const spelling = (name: string) => `Write this name as \`${name}\`.`;

/** Finds tags and conditions that nothing would make, or check. */
export function wrongConditions(document: Json): Finding[] {
  const operations = operationsOf(document);
  const hasTags = operations.some((one) => tagsOf(one).length > 0);
  return operations.flatMap((one) => [
    ...wrongTags(one),
    ...wrongNotModified(one),
    ...wrongParameters(one, hasTags),
  ]);
}

interface Tag {
  readonly status: string;
  readonly name: string;
  readonly hasBody: boolean;
}

function tagsOf({ written }: FoundOperation): Tag[] {
  return Object.entries(asObject(written.responses)).flatMap(([status, response]) => {
    const { headers, content } = asObject(response);
    const names = Object.keys(asObject(headers)).filter((name) => isNamed(name, TAG));
    return names.map((name) => ({ status, name, hasBody: content !== undefined }));
  });
}

/** Whether a GET has a tag, and so all that belongs to it. */
function isTaggedRead(found: FoundOperation): boolean {
  return found.method === 'get' && tagsOf(found).some(({ status }) => status === '200');
}

function wrongTags(found: FoundOperation): Finding[] {
  const { keys, method } = found;
  return tagsOf(found).flatMap(({ status, name, hasBody }) => {
    if (status === NOT_MODIFIED) return [];
    const isRight = hasBody && (method !== 'get' || status === '200');
    const message = isRight ? spelling(TAG) : OF_BODIES;
    const at = [...keys, 'responses', status, 'headers', name];
    return isRight && name === TAG ? [] : [{ keys: at, message }];
  });
}

function wrongNotModified(found: FoundOperation): Finding[] {
  const { written, keys } = found;
  if (!(NOT_MODIFIED in asObject(written.responses)) || isTaggedRead(found)) return [];
  const message = `Remove this response: ${BY_ITSELF}`;
  return [{ keys: [...keys, 'responses', NOT_MODIFIED], message }];
}

function wrongParameters(found: FoundOperation, hasTags: boolean): Finding[] {
  return listOf(found.written.parameters).flatMap((parameter, index) => {
    const { name, in: place } = asObject(parameter);
    if (place !== 'header' || typeof name !== 'string') return [];
    const message = problemOf(name, found, hasTags);
    if (message === undefined) return [];
    return [{ keys: [...found.keys, 'parameters', String(index), 'name'], message }];
  });
}

/** What is wrong with a header of requests. */
function problemOf(name: string, found: FoundOperation, hasTags: boolean): string | undefined {
  if (isNamed(name, IF_NONE_MATCH)) {
    return isTaggedRead(found) ? undefined : `Remove this parameter: ${BY_ITSELF}`;
  }
  if (!isNamed(name, IF_MATCH)) return undefined;
  if (found.method === 'get') return OF_CHANGES;
  if (!hasTags) return NO_TAG;
  return name === IF_MATCH ? undefined : spelling(IF_MATCH);
}

function isNamed(name: string, header: string): boolean {
  return name.toLowerCase() === header.toLowerCase();
}
