// The types of handlers, derived from the generated types of a contract. A handler that returns
// another body, reads an undeclared parameter or sets an undeclared header does not compile; nor
// does a missing handler.

import type { FastifyBaseLogger } from 'fastify';

/** One handler for each of the operations of a generated file. */
export type HandlersOf<Operations> = {
  readonly [Id in keyof Operations]: HandlerOf<Operations, Id>;
};

/** Returns the successful response. Every error is thrown. */
export type HandlerOf<Operations, Id extends keyof Operations> = (
  request: RequestOf<Operations, Id>,
  reply: ReplyOf<Operations, Id>,
) => Result<Operations[Id]> | Promise<Result<Operations[Id]>>;

/** The handlers of any contract. */
export type AnyHandlers = Readonly<Record<string, (request: never, reply: never) => unknown>>;

// Interfaces, so that editors and the compiler show the name of the operation, and not all of it.
export interface RequestOf<Operations, Id extends keyof Operations>
  extends OperationRequest<Operations[Id]> {}
export interface ReplyOf<Operations, Id extends keyof Operations>
  extends OperationReply<Operations[Id]> {}

/** A request that was validated, with its defaults filled in. */
interface OperationRequest<Operation> {
  readonly params: Parameters<Operation, 'path'>;
  readonly query: Parameters<Operation, 'query'>;
  /** The headers that the contract declares, in lower case. */
  readonly headers: LowerCase<Parameters<Operation, 'header'>>;
  /** Undefined where the operation has none, and where an optional one was not sent. */
  readonly body: RequestBody<Operation>;
  /** Anonymous callers never reach a handler. */
  readonly caller: {
    readonly customer: { readonly customerId: bigint; readonly apiKeyId: bigint };
  };
  /** The path and query as they were sent. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
}

interface OperationReply<Operation> {
  /** Sets a header that the contract declares for a successful response. */
  header<Name extends keyof SuccessHeaders<Operation>>(
    name: Name,
    value: SuccessHeaders<Operation>[Name],
  ): void;
}

/*
 * Requests.
 */

/** The parameters of one place. Without any, `unknown`: nothing can be read from it. */
type Parameters<Operation, Place extends 'path' | 'query' | 'header'> = Operation extends {
  parameters: { [Key in Place]?: infer Given };
}
  ? OrUnknown<NonNullable<Given>>
  : unknown;
type OrUnknown<Given> = [Given] extends [never] ? unknown : Given;
type LowerCase<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };

/** The body of a request: required, optional, or `requestBody?: never` for none. */
type RequestBody<Operation> = Operation extends { requestBody: JsonBody<infer Body> }
  ? Received<Body>
  : Operation extends { requestBody?: infer Message }
    ? Message extends JsonBody<infer Body>
      ? Received<Body> | undefined
      : undefined
    : undefined;

interface JsonBody<Body> {
  content: { 'application/json': Body };
}

/*
 * Responses.
 */

type Responses<Operation> = Operation extends { responses: infer Given } ? Given : never;

/** The statuses that a handler may return: all that lint allows but errors, and 304. */
type Success<Operation> = Extract<
  keyof Responses<Operation>,
  200 | 201 | 202 | 203 | 204 | 301 | 302 | 303 | 307 | 308
>;

/** The body where an operation has one success; where it has several, a status with its body. */
type Result<Operation> =
  IsUnion<Success<Operation>> extends true
    ? StatusResult<Responses<Operation>, Success<Operation>>
    : ResponseBody<Responses<Operation>[Success<Operation>]>;

/** Whether there are several: one of them is less than all. */
type IsUnion<All, One = All> = One extends All ? ([All] extends [One] ? false : true) : never;

/** One of these for each status. */
type StatusResult<All, Status extends keyof All> = Status extends unknown
  ? WithBody<Status, ResponseBody<All[Status]>>
  : never;
type WithBody<Status, Body> = Body extends undefined
  ? { readonly status: Status; readonly body?: undefined }
  : { readonly status: Status; readonly body: Body };

/** Undefined without a body. */
type ResponseBody<Declared> = Declared extends JsonBody<infer Body> ? Returned<Body> : undefined;

/**
 * The headers that all successes declare, but the tag of a body, which the service makes. The
 * generated types allow any other name as well.
 */
type SuccessHeaders<Operation> = Omit<
  Merged<DeclaredHeaders<Responses<Operation>[Success<Operation>]>>,
  'ETag'
>;
type DeclaredHeaders<Declared> = Declared extends { headers: infer Headers }
  ? { [Name in keyof Headers as string extends Name ? never : Name]-?: Headers[Name] }
  : never;
/** All properties of a union's members. */
type Merged<Union> = {
  [Name in Union extends unknown ? keyof Union : never]: Union extends {
    readonly [Key in Name]: infer Value;
  }
    ? Value
    : never;
};

/*
 * Fields that only requests or only responses have: openapi-typescript marks them. Its own types
 * for this lose fields that are always null, and allow write-only fields in responses.
 */

type Mark = '$read' | '$write';
type Marked<Name extends Mark, Value = unknown> = Readonly<Record<Name, Value>>;

/** What a handler gets of a body, and what it returns. */
type Received<Body> = Visible<Body, '$write', '$read'>;
type Returned<Body> = Visible<Body, '$read', '$write'>;

/** A value without fields that have the mark `Other`. A value with the mark `Own` is plain. */
type Visible<Value, Own extends Mark, Other extends Mark> =
  Value extends Marked<Other>
    ? never
    : Value extends Marked<Own, infer Plain>
      ? Visible<Plain, Own, Other>
      : Value extends (infer Item)[]
        ? Visible<Item, Own, Other>[]
        : Value extends object
          ? VisibleFields<Value, Own, Other> & Absent<HiddenFields<Value, Other>>
          : Value;
type VisibleFields<Value, Own extends Mark, Other extends Mark> = {
  [Name in keyof Value as Name extends HiddenFields<Value, Other> ? never : Name]: Visible<
    Value[Name],
    Own,
    Other
  >;
};
type HiddenFields<Value, Other extends Mark> = {
  [Name in keyof Value]-?: Exclude<Value[Name], undefined> extends Marked<Other> ? Name : never;
}[keyof Value];
/** `unknown` for no names, since `{}` would let an object of optional fields be any text. */
type Absent<Name extends PropertyKey> = [Name] extends [never]
  ? unknown
  : { readonly [Key in Name]?: never };
