// Tags of bodies, and the conditions that name them: what the service does by itself where a
// contract declares them, and could not do elsewhere.

import type { Finding } from './finding.ts';
import type { Contract, Operation } from './model.ts';

const [TAG, IF_MATCH, IF_NONE_MATCH] = ['ETag', 'If-Match', 'If-None-Match'] as const;

const OF_BODIES = 'Remove this header: a tag is that of a body, and of a GET that of 200.';
const BY_ITSELF = 'where the response 200 of a GET has an `ETag`, the service does this by itself.';
const OF_CHANGES = 'Remove this parameter: a GET changes nothing.';
const NO_TAG = 'Declare an `ETag` in a response first: without a tag, nobody could send this.';
const spelling = (name: string) => `Write this name as \`${name}\`.`;

/** Finds tags and conditions that nothing would make, or check. */
export function wrongConditions({ operations }: Contract): Finding[] {
  const hasTags = operations.some((one) => tagsOf(one).length > 0);
  return operations.flatMap((one) => [
    ...wrongTags(one),
    ...wrongNotModified(one),
    ...wrongParameters(one, hasTags),
  ]);
}

/** The tags of an operation, each with its response. */
function tagsOf({ responses }: Operation) {
  return responses.flatMap((response) =>
    response.headers
      .filter(({ name }) => isNamed(name, TAG))
      .map((header) => ({ header, response })),
  );
}

/** Whether a GET has a tag, and so all that belongs to it. */
function isTaggedRead(operation: Operation): boolean {
  const tags = tagsOf(operation);
  return operation.method === 'get' && tags.some(({ response }) => response.status === '200');
}

function wrongTags(operation: Operation): Finding[] {
  return tagsOf(operation).flatMap(({ header: { name, keys }, response }) => {
    if (response.kind === 'not-modified') return [];
    const isOfGet = operation.method !== 'get' || response.status === '200';
    const isRight = response.content.length > 0 && isOfGet;
    const message = isRight ? spelling(TAG) : OF_BODIES;
    return isRight && name === TAG ? [] : [{ keys, message }];
  });
}

function wrongNotModified(operation: Operation): Finding[] {
  if (isTaggedRead(operation)) return [];
  const notModified = operation.responses.filter(({ kind }) => kind === 'not-modified');
  return notModified.map(({ keys }) => ({ keys, message: `Remove this response: ${BY_ITSELF}` }));
}

function wrongParameters(operation: Operation, hasTags: boolean): Finding[] {
  const headers = operation.parameters.filter((one) => one.in === 'header');
  return headers.flatMap(({ name, keys }) => {
    const message = problemOf(name, operation, hasTags);
    return message === undefined ? [] : [{ keys: [...keys, 'name'], message }];
  });
}

/** What is wrong with a header of requests. */
function problemOf(name: string, operation: Operation, hasTags: boolean): string | undefined {
  if (isNamed(name, IF_NONE_MATCH)) {
    return isTaggedRead(operation) ? undefined : `Remove this parameter: ${BY_ITSELF}`;
  }
  if (!isNamed(name, IF_MATCH)) return undefined;
  if (operation.method === 'get') return OF_CHANGES;
  if (!hasTags) return NO_TAG;
  return name === IF_MATCH ? undefined : spelling(IF_MATCH);
}

function isNamed(name: string, header: string): boolean {
  return name.toLowerCase() === header.toLowerCase();
}
