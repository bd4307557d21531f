import fc from 'fast-check';
import { validBodies } from './bodies.ts';
import { type Media, mediaOf, type Operation } from './document.ts';
import { type Exact, isArray, isNumber, isObject, toJson } from './exact.ts';
import { toHandlerValue } from './handler-values.ts';
import { invalidValues } from './invalid.ts';
import { isValid } from './oracle.ts';
import type { Context, Schema } from './schema.ts';
import { matching } from './search.ts';
import { validValues } from './values.ts';

/*
 * Responses that a handler can give, and some that it must not.
 */

export interface Reply {
  /** 500 where the contract does not allow what the handler returns. */
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: unknown])[];
  /** What the handler returns. */
  readonly result: unknown;
  /** The lines that are sent, or the one body. None where there is no body, or only bytes. */
  readonly values: readonly Exact[];
}

/** Responses of every status and kind that an operation's handler can give. */
export function repliesOf(operation: Operation, context: Context): fc.Arbitrary<Reply> {
  const replies = operation.successStatuses.flatMap((status) => {
    const { content } = operation.responses[status] ?? {};
    const media = mediaOf(content);
    const headers = headersOf(operation, status, context);
    const wrap = (body: unknown) =>
      operation.successStatuses.length > 1 ? { status, ...(media && { body }) } : body;
    if (!media) {
      return [headers.map((headers) => ({ status, headers, result: wrap(undefined), values: [] }))];
    }
    const right = bodiesOf(media, context).map((body) => ({ status, ...body }));
    const wrong =
      media.kind === 'json'
        ? wrongValues(media.schema, context).map((values) =>
            values.map((body) => ({ status: 500, body, values: [] })),
          )
        : [];
    return [right, right, right, ...wrong].map((bodies) =>
      fc.tuple(headers, bodies).map(([headers, { body, ...rest }]) => ({
        ...rest,
        headers,
        result: wrap(body),
      })),
    );
  });
  return fc.oneof(...replies);
}

function bodiesOf(media: Media, context: Context) {
  return validBodies(media, context).map(({ payload, values }) => {
    const given = values.map((value) => toHandlerValue(media.schema, value, context));
    if (media.kind === 'json') return { body: given[0], values };
    if (media.kind === 'lines') return { body: streamOf(given), values };
    return { body: media.kind === 'bytes' ? streamOf([payload]) : payload, values };
  });
}

async function* streamOf(parts: readonly unknown[]) {
  yield* parts;
}

/** Values that are wrong even without the properties that the schema does not describe. */
function wrongValues(schema: Schema, context: Context): fc.Arbitrary<unknown>[] {
  const projected = { ...context, isProjected: true };
  return invalidValues(schema, context).map((values) =>
    matching(values.map(asNumbers), (value) => isWrong(schema, value, projected), schema).map(
      (value) => toHandlerValue(schema, value, context),
    ),
  );
}

function isWrong(schema: Schema, value: Exact, context: Context): boolean {
  const json = toJson(value);
  return !/Infinity|\\ud[89a-f]/.test(json) && !isValid(schema, value, context);
}

/** With every number as JavaScript writes it: a handler cannot tell 5 from 5.0. */
function asNumbers(value: Exact): Exact {
  if (isArray(value)) return value.map(asNumbers);
  if (isObject(value)) {
    return { fields: value.fields.map(([name, field]) => [name, asNumbers(field)] as const) };
  }
  if (!isNumber(value) || /^-?\d+$/.test(value.number)) return value;
  return { number: String(Number(value.number)) };
}

function headersOf(operation: Operation, status: number, context: Context) {
  const declared = Object.entries(operation.responses[status]?.headers ?? {});
  const own = declared.filter(([name]) => !isOfService(name));
  const values = own.map(([name, { required, schema }]) => {
    const header = matching(
      validValues(schema, { ...context, isText: true }),
      isSendable,
      schema,
    ).map((value) => [name, toHandlerValue(schema, value, context)] as const);
    return required ? header : fc.option(header);
  });
  return fc.tuple(...values).map((all) => all.filter((one) => one !== null));
}

/** Headers that the service sets itself. */
export function isOfService(name: string): boolean {
  return /^(?:x-request-id|x-ratelimit-.*|ratelimit.*|deprecation|sunset|x-stability|link)$/i.test(
    name,
  );
}

/** Text that a header can hold; in a list, without its delimiter. */
function isSendable(value: Exact): boolean {
  if (isArray(value)) {
    return value.length > 0 && value.every((one) => isSendable(one) && !String(one).includes(','));
  }
  if (typeof value !== 'string') return true;
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value);
}
