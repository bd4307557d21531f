// What may become of requests that change one widget at the same time, and of the widget: a change
// with `If-Match` is made to what it names, and no change is lost.

import assert from 'node:assert/strict';

export interface Widget {
  readonly id: bigint;
  readonly name: string;
  readonly groupId: number;
  readonly etag: string;
  /** Of what it was before its last change. */
  readonly earlierEtag: string;
}

/** What a response says of a widget, as far as it does. */
export interface Response {
  readonly status: number;
  readonly etag: string;
  readonly id: number | undefined;
  readonly name: string | undefined;
  readonly groupId: number | undefined;
}

/** A request, and its response. */
export type Tried = Response &
  (
    | { readonly kind: 'read' }
    | { readonly kind: 'remove'; readonly condition: Condition }
    | {
        readonly kind: 'change';
        readonly condition: Condition;
        readonly field: 'name' | 'groupId';
        readonly value: string | number;
      }
  );

/** What `If-Match` names: what there was before these requests, or before that, or anything. */
export type Condition = 'current' | 'earlier' | 'any' | 'none';

/**
 * @param before the widget before the requests
 * @param found its response after them
 * @throws if these responses cannot be those of any order of the requests
 */
export function checkWidget(before: Widget, tried: readonly Tried[], found: Response) {
  const made = tried.filter(({ kind, status }) => kind !== 'read' && status < 300);
  const removals = made.filter(({ kind }) => kind === 'remove');
  const changes = made.filter((one) => one.kind === 'change');
  const conditional = made.filter((one) => 'condition' in one && one.condition === 'current');
  assert.ok(removals.length <= 1, 'it is removed once');
  assert.ok(conditional.length <= 1, 'a tag is used up by the first change');
  assert.equal(found.status, removals.length === 1 ? 404 : 200);

  /** The values that a field may have had. */
  const valuesOf = (field: 'name' | 'groupId') => [
    before[field],
    ...changes.filter((one) => one.field === field).map(({ value }) => value),
  ];
  for (const one of tried) {
    const statuses = statusesOf(one, made.length, removals.length);
    assert.ok(statuses.includes(one.status), `${one.status} for ${JSON.stringify(one)}`);
    if (one.status !== 200) continue;
    assert.ok(valuesOf('name').includes(one.name ?? ''), `the name ${one.name}`);
    assert.ok(valuesOf('groupId').includes(one.groupId ?? -1), `the group ${one.groupId}`);
    if (one.kind !== 'change') continue;
    assert.equal(one[one.field], one.value);
    if (one.condition !== 'current') continue;
    const other = one.field === 'name' ? 'groupId' : 'name';
    assert.equal(one[other], before[other], 'it changes what its tag names');
  }
  if (found.status === 404) return;
  for (const field of ['name', 'groupId'] as const) {
    const [old, ...values] = valuesOf(field);
    const wanted = values.length > 0 ? values : [old];
    assert.ok(wanted.includes(found[field]), `${field} ${found[field]} of ${wanted}`);
  }
  const isTried = tried.some((one) => 'condition' in one && one.condition === 'current');
  if (isTried) assert.ok(made.length > 0, 'the first one with the current tag succeeds');
}

/** The statuses that a request can get beside others. */
function statusesOf(one: Tried, madeCount: number, removalCount: number): number[] {
  const success = one.kind === 'remove' ? 204 : 200;
  const isMade = one.kind !== 'read' && one.status === success;
  const gone = removalCount - (one.kind === 'remove' && isMade ? 1 : 0) > 0 ? [404] : [];
  if (!('condition' in one) || one.condition === 'any' || one.condition === 'none') {
    return [success, ...gone];
  }
  if (one.condition === 'earlier') return [412, ...gone];
  // Another has been made before.
  const changed = madeCount - (isMade ? 1 : 0) > 0 ? [412] : [];
  return [success, ...changed, ...gone];
}
