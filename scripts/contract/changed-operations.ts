// What has changed between the operations of two contracts.

import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import type { PartRule } from './change-rules.ts';
import { changedSchemas, type SchemaAt } from './changed-schemas.ts';
import { EXPLICIT, SCOPES } from './comparable.ts';
import {
  type At,
  below,
  changedNotes,
  changedOthers,
  type Difference,
  difference,
  isSame,
  modified,
  removal,
} from './differences.ts';
import { asObject, isObject, type Json } from './json.ts';
import type { Direction } from './model.ts';
import { exampleValuesOf, parameterKey } from './operations.ts';
import { MEDIA_TYPE, responseKind } from './read-model.ts';
import { listOf, typesOf } from './schemas.ts';

const STABILITIES: readonly unknown[] = ['experimental', 'beta', 'stable'];

/** Finds the differences of two operations in the form that is compared. */
export function changedOperations(before: Json, after: Json, at: At): Difference[] {
  const toggled = (keyword: string) => Boolean(before[keyword]) !== Boolean(after[keyword]);
  return [
    ...changedName(before, after, at),
    ...changedOthers(before, after, at, COMPARED),
    ...changedStability(before, after, at),
    ...changedNotes(before, after, at),
    ...changedTags(before, after, at),
    ...changedScopes(before, after, at),
    ...changedReserve(before, after, at),
    ...changedParameters(before, after, at),
    ...changedRequestBody(before.requestBody, after.requestBody, below(at, 'body', 'requestBody')),
    ...changedResponses(before, after, at, toggled),
  ];
}

/** The keys of an operation that are compared. */
const COMPARED = ['operationId', 'tags', 'parameters', 'requestBody', 'responses'];
/** Those of a parameter or a header, of a body and of a response. */
const COMPARED_OF_VALUES = ['name', 'in', 'required', 'schema'];
const COMPARED_OF_BODIES = ['required', 'content'];
const COMPARED_OF_RESPONSES = ['headers', 'content'];

function changedName(before: Json, after: Json, at: At): Difference[] {
  const keyword = 'operationId';
  if (before[keyword] === after[keyword]) return [];
  const says = modified(keyword, before[keyword], after[keyword]);
  return [difference(at, 'operation-renamed', says, { keyword })];
}

function changedStability(before: Json, after: Json, at: At): Difference[] {
  const keyword = 'x-stability';
  const [old, now] = [before[keyword], after[keyword]];
  if (old === now) return [];
  const isLower = STABILITIES.indexOf(now) < STABILITIES.indexOf(old);
  const rule = isLower && old !== undefined ? 'stability-lowered' : 'stability-raised';
  return [difference(at, rule, modified(keyword, old, now), { keyword })];
}

function changedTags(before: Json, after: Json, at: At): Difference[] {
  const keyword = 'tags';
  if (isSame(before[keyword], after[keyword])) return [];
  return [difference(at, 'text-changed', `${keyword} modified.`, { keyword })];
}

function changedScopes(before: Json, after: Json, at: At): Difference[] {
  const [old, now] = [before, after].map((one) =>
    String(one[SCOPES] ?? '')
      .split(',')
      .filter(Boolean),
  );
  if (!old || !now || isSame(old, now)) return [];
  const list = (scopes: readonly string[]) =>
    scopes.map((one) => `\`${one}\``).join(', ') || 'nothing';
  const demanded = now.filter((scope) => !old.includes(scope) && !old.includes(scope + EXPLICIT));
  const isExplicit = demanded.some((scope) => scope.endsWith(EXPLICIT));
  // Where there are scopes, keys can be limited to others.
  const isFirst = before[SCOPES] === undefined && !isExplicit;
  const demand = isFirst ? 'scope-introduced' : 'scope-demanded';
  const says = `\`security\` modified from ${list(old)} to ${list(now)}.`;
  return [
    difference(at, demanded.length > 0 ? demand : 'scope-dropped', says, { keyword: 'security' }),
  ];
}

function changedReserve(before: Json, after: Json, at: At): Difference[] {
  const keyword = 'x-reserve';
  const [old, now] = [before[keyword], after[keyword]];
  if (old === now) return [];
  const rule = now === true ? 'reserve-added' : 'reserve-removed';
  return [difference(at, rule, modified(keyword, old, now), { keyword })];
}

function changedParameters(before: Json, after: Json, at: At): Difference[] {
  const [old, now] = [parametersOf(before, at.before), parametersOf(after, at.after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [one, other] = [old.get(key), now.get(key)];
    const { name, in: place } = asObject(one?.parameter ?? other?.parameter);
    const there = {
      ...at,
      where: [...at.where, String(place), String(name)],
      before: one?.keys ?? at.before,
      after: other?.keys ?? at.after,
    };
    if (!other) return [removal(there, 'parameter-removed', asObject(one?.parameter))];
    if (one) return changedParameter(one.parameter, other.parameter, there);
    const isRequired = other.parameter.required === true;
    return [
      difference(there, isRequired ? 'required-parameter-added' : 'parameter-added', 'added.'),
    ];
  });
}

/** Parameters by place and name, but those of the path by their index: a path has no names. */
function parametersOf({ parameters }: Json, keys: readonly string[]) {
  const all = listOf(parameters).map((one, index) => ({
    parameter: asObject(one),
    keys: [...keys, 'parameters', String(index)],
  }));
  const names = [...(keys[1] ?? '').matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  return new Map(
    all.map((one) => {
      const position = names.indexOf(String(one.parameter.name));
      const isOfPath = one.parameter.in === 'path' && position !== -1;
      return [isOfPath ? `path ${position}` : parameterKey(one.parameter), one];
    }),
  );
}

function changedParameter(before: Json, after: Json, at: At): Difference[] {
  const isRenamed = before.in === 'path' && before.name !== after.name;
  const wasRequired = before.required === true;
  const isRequired = after.required === true;
  const toggled = isRequired ? 'parameter-required' : 'parameter-optional';
  const says = isRequired ? 'is now required.' : 'is no longer required.';
  const there = { ...below(at, undefined, 'schema'), direction: 'request', wasRequired } as const;
  const [old, now] = [asObject(before.schema), asObject(after.schema)];
  return [
    ...(isRenamed
      ? [difference(at, 'path-parameter-renamed', modified('name', before.name, after.name))]
      : []),
    ...(wasRequired === isRequired ? [] : [difference(at, toggled, says)]),
    ...changedNotes(before, after, at),
    ...changedOthers(before, after, at, COMPARED_OF_VALUES),
    ...changedValue(old, now, there),
  ];
}

function changedValue(old: JsonSchema, now: JsonSchema, at: SchemaAt): Difference[] {
  if (takesOne(now, old)) return listed(old, now, at);
  if (!takesTexts(now, old)) return changedSchemas(old, now, at);
  const text = old.default === undefined ? undefined : String(old.default);
  return [
    difference(at, 'parameter-text', 'is now a text.'),
    ...changedNotes(old, now, at),
    ...changedSchemas({ ...now, default: text }, now, at),
  ];
}

/** Whether a list in the query takes a single value, where the older contract has no list. */
function takesOne(now: JsonSchema, old: JsonSchema): boolean {
  const isListed = typesOf(now).includes('array') && !typesOf(old).includes('array');
  return isListed && Number(now.minItems ?? 0) <= 1;
}

const INT64_ENDS = ['-9223372036854775808', '9223372036854775807'];

/** Whether a text can be each integer or boolean that the older contract has. */
function takesTexts(now: JsonSchema, old: JsonSchema): boolean {
  const [type, ...others] = typesOf(old);
  const isText = typesOf(now).join() === 'string' && others.length === 0;
  if (!isText || 'pattern' in now || 'format' in now) return false;
  if (type !== 'integer' && type !== 'boolean') return false;
  const { minLength = 0, maxLength = Infinity, enum: texts } = now;
  const takes = (text: string) =>
    texts === undefined
      ? text.length >= Number(minLength) && text.length <= Number(maxLength)
      : listOf(texts).includes(text);
  const values = old.enum ?? (type === 'boolean' ? [true, false] : undefined);
  if (values !== undefined) return listOf(values).map(String).every(takes);
  const { minimum = INT64_ENDS[0], maximum = INT64_ENDS[1] } = old;
  return [minimum, 0, maximum].map(String).every(takes);
}

function listed(old: JsonSchema, now: JsonSchema, at: SchemaAt): Difference[] {
  const items = { ...at, after: [...at.after, 'items'] };
  return [
    difference(at, 'parameter-list', 'is now a list.'),
    ...changedSchemas({ ...old, default: undefined }, asObject(now.items), items),
    ...(isSame(old.default, listOf(now.default)[0])
      ? []
      : [difference(at, 'request-default-changed', modified('default', old.default, now.default))]),
  ];
}

function changedRequestBody(before: unknown, after: unknown, at: At): Difference[] {
  const isRequired = asObject(after).required === true;
  const wasRequired = asObject(before).required === true;
  if (!isObject(before) && !isObject(after)) return [];
  if (!isObject(after)) {
    return [difference(at, 'request-body-removed', 'removed.', { isRemoved: true })];
  }
  if (!isObject(before)) {
    const rule = isRequired ? 'required-request-body-added' : 'request-body-added';
    return [difference(at, rule, 'added.')];
  }
  const toggled = isRequired ? 'request-body-required' : 'request-body-optional';
  const says = isRequired ? 'is now required.' : 'is no longer required.';
  return [
    ...(wasRequired === isRequired ? [] : [difference(at, toggled, says)]),
    ...changedNotes(before, after, at),
    ...changedOthers(before, after, at, COMPARED_OF_BODIES),
    ...changedContent(before, after, at, 'request'),
  ];
}

function changedContent(before: Json, after: Json, at: At, direction: Direction): Difference[] {
  const [old, now] = [asObject(before.content), asObject(after.content)];
  return Object.keys({ ...old, ...now }).flatMap((type) => {
    const name = type === MEDIA_TYPE ? undefined : type;
    const there = below(at, name, 'content', type);
    const [one, other] = [old[type], now[type]];
    if (!isObject(other)) {
      return [difference(there, `${direction}-body-removed`, 'removed.', { isRemoved: true })];
    }
    if (!isObject(one)) return [difference(there, `${direction}-body-added`, 'added.')];
    const schemaAt = { ...below(there, undefined, 'schema'), direction };
    return [
      ...changedNotes(one, other, there),
      ...changedOthers(one, other, there, ['schema']),
      ...changedSchemas(asObject(one.schema), asObject(other.schema), schemaAt),
    ];
  });
}

type Toggled = (keyword: string) => boolean;

function changedResponses(before: Json, after: Json, at: At, toggled: Toggled): Difference[] {
  const [old, now] = [asObject(before.responses), asObject(after.responses)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((status) => {
    const there = below(at, status, 'responses', status);
    // They follow from keywords of the operation, whose own change is listed.
    if (status === '410' && toggled('deprecated')) return [];
    if (status === '403' && toggled(SCOPES)) return [];
    const [one, other] = [old[status], now[status]];
    const kind = responseKind(status);
    if (!isObject(one)) return [difference(there, `${kind}-added`, 'added.')];
    if (isObject(other)) return changedResponse(one, other, there, toggled, now);
    const isJoined = kind === 'error' && codesOf(one).every((code) => hasCode(now, code));
    // Contracts before declared what any status means by `default`.
    const rule = isJoined || status === 'default' ? 'error-joined' : `${kind}-removed`;
    return [difference(there, rule, 'removed.', { isRemoved: true })];
  });
}

function changedResponse(
  before: Json,
  after: Json,
  at: At,
  toggled: Toggled,
  responses: Json,
): Difference[] {
  return [
    ...changedCodes(before, after, at, responses),
    ...changedHeaders(asObject(before.headers), asObject(after.headers), at, toggled),
    ...changedNotes(before, after, at),
    ...changedOthers(before, after, at, COMPARED_OF_RESPONSES),
    ...changedContent(before, after, at, 'response'),
  ];
}

/** The codes of an error are those of its examples. */
function changedCodes(before: Json, after: Json, at: At, responses: Json): Difference[] {
  const [old, now] = [codesOf(before), codesOf(after)];
  const gone = old.filter((code) => !now.includes(code));
  const added = now.filter((code) => !old.includes(code));
  const there = below(at, undefined, 'content', MEDIA_TYPE);
  const named = (rule: PartRule, says: string) => (code: string) =>
    difference({ ...there, where: [...at.where, code] }, rule, says);
  return [
    ...gone
      .filter((code) => hasCode(responses, code))
      .map(named('error-code-moved', 'the code has another status.')),
    ...gone
      .filter((code) => !hasCode(responses, code))
      .map(named('error-code-removed', 'the code is gone.')),
    ...added.map(named('error-code-added', 'the code is new.')),
  ];
}

function codesOf({ content }: Json): string[] {
  const values = exampleValuesOf(asObject(asObject(content)[MEDIA_TYPE]));
  const codes = values.map((value) => asObject(value).code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}

function hasCode(responses: Json, code: string): boolean {
  return Object.entries(responses).some(
    ([status, response]) => /^[45]/.test(status) && codesOf(asObject(response)).includes(code),
  );
}

/** Headers of every response that follow from the operation's keywords. */
const LIFECYCLE_HEADERS = ['x-stability', 'deprecation', 'sunset'];

function changedHeaders(before: Json, after: Json, at: At, toggled: Toggled): Difference[] {
  const [old, now] = [byLowerCase(before), byLowerCase(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const isDerived = LIFECYCLE_HEADERS.includes(key) || (key === 'link' && toggled('deprecated'));
    if (isDerived) return [];
    const [one, other] = [old.get(key), now.get(key)];
    const name = one?.name ?? other?.name ?? key;
    const there = {
      ...at,
      where: [...at.where, name],
      before: [...at.before, 'headers', one?.name ?? key],
      after: [...at.after, 'headers', other?.name ?? key],
    };
    if (!other) return [removal(there, 'header-removed', one?.header ?? {})];
    if (!one) return [difference(there, 'header-added', 'added.')];
    return changedHeader(one.header, other.header, there);
  });
}

function changedHeader(before: Json, after: Json, at: At): Difference[] {
  const wasRequired = before.required === true;
  const isRequired = after.required === true;
  const toggled = isRequired ? 'header-required' : 'header-optional';
  const says = isRequired ? 'is now always sent.' : 'is no longer always sent.';
  const schemaAt = {
    ...below(at, undefined, 'schema'),
    direction: 'response',
    isHeader: true,
  } as const;
  return [
    ...(wasRequired === isRequired ? [] : [difference(at, toggled, says)]),
    ...changedNotes(before, after, at),
    ...changedOthers(before, after, at, COMPARED_OF_VALUES),
    ...changedSchemas(asObject(before.schema), asObject(after.schema), schemaAt),
  ];
}

function byLowerCase(headers: Json) {
  return new Map(
    Object.entries(headers).map(([name, header]) => {
      return [name.toLowerCase(), { name, header: asObject(header) }];
    }),
  );
}
