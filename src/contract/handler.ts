import type { FastifyBaseLogger } from 'fastify';
import type { operations, Readable, Writable } from '../../generated/openapi.ts';

/*
 * The type of each operation's handler, derived from the contract. A handler that returns another
 * body, reads an undeclared parameter or sets an undeclared header does not compile; nor does a
 * missing handler, or one without an operation.
 */

export type OperationId = keyof operations;

/** Returns the successful response. Every error is thrown. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  reply: ReplyOf<Id>,
) => ResultOf<Id> | Promise<ResultOf<Id>>;

// By the name of the operation, which is what editors and the compiler show.
export interface RequestOf<Id extends OperationId> extends OperationRequest<operations[Id]> {}
export interface ReplyOf<Id extends OperationId> extends OperationReply<operations[Id]> {}
export type ResultOf<Id extends OperationId> = Result<operations[Id]>;

/** The handler of an operation of any generated file. */
export type HandlerOf<Operation> = (
  request: OperationRequest<Operation>,
  reply: OperationReply<Operation>,
) => Result<Operation> | Promise<Result<Operation>>;

/** One handler for every operation of the contract. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** The handlers of any contract. */
export type AnyHandlers = Readonly<Record<string, (request: never, reply: never) => unknown>>;

/** A request that was validated, with its defaults filled in. */
interface OperationRequest<Operation> {
  readonly params: Parameters<Operation, 'path'>;
  readonly query: Parameters<Operation, 'query'>;
  /** The headers that the contract declares, in lower case. */
  readonly headers: LowerCase<Parameters<Operation, 'header'>>;
  /** Undefined where the operation has none, and where an optional one was not sent. */
  readonly body: RequestBody<Operation>;
  /** Anonymous callers never reach a handler. */
  readonly caller: { readonly customer: { readonly customerId: number } };
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

/**
 * The body of the response where the contract has one success status, undefined without a body.
 * Where it has several, the status with its body.
 */
type Result<Operation> =
  HasSeveral<SuccessStatus<Operation>> extends true
    ? ResultByStatus<Operation>[SuccessStatus<Operation>]
    : ResponseBody<Responses<Operation>[SuccessStatus<Operation>]>;

/** Does not compile with a handler that has no operation, which a type annotation would allow. */
export function exactly<Given extends Handlers>(
  handlers: Given & Record<Exclude<keyof Given, OperationId>, 'The contract has no such operation'>,
): Handlers {
  return handlers;
}

/** What a handler gets of a body: without fields that are read-only. */
type RequestBody<Operation> = Operation extends { requestBody: JsonBody<infer Body> }
  ? Writable<Body>
  : Operation extends { requestBody?: infer Message }
    ? OptionalBody<NonNullable<Message>>
    : undefined;
type OptionalBody<Message> = [Message] extends [never]
  ? undefined
  : Message extends JsonBody<infer Body>
    ? Writable<Body> | undefined
    : never;

/** What a handler returns as a body: without fields that are write-only. */
type ResponseBody<Response> = Response extends JsonBody<infer Body> ? Readable<Body> : undefined;

interface JsonBody<Body> {
  content: { 'application/json': Body };
}

type Responses<Operation> = Operation extends { responses: infer Given } ? Given : never;
type SuccessStatus<Operation> = Extract<
  keyof Responses<Operation>,
  200 | 201 | 202 | 203 | 204 | 206 | 207 | 208 | 226 | 301 | 302 | 303 | 304 | 307 | 308
>;
type HasSeveral<Status, Each = Status> = Each extends Status
  ? [Status] extends [Each]
    ? false
    : true
  : never;
type ResultByStatus<Operation> = {
  [Status in SuccessStatus<Operation>]: StatusResult<
    Status,
    ResponseBody<Responses<Operation>[Status]>
  >;
};
type StatusResult<Status, Body> = Body extends undefined
  ? { readonly status: Status; readonly body?: undefined }
  : { readonly status: Status; readonly body: Body };

/** The declared headers of all successes. The generated types allow any other name as well. */
type SuccessHeaders<Operation> = Merged<
  DeclaredHeaders<Responses<Operation>[SuccessStatus<Operation>]>
>;
type DeclaredHeaders<Response> = Response extends { headers: infer Headers }
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

type Parameters<Operation, Place extends 'path' | 'query' | 'header'> = Operation extends {
  parameters: { [Key in Place]?: infer Given };
}
  ? OrUnknown<NonNullable<Given>>
  : unknown;
/** Without parameters, `unknown`: nothing can be read from it. */
type OrUnknown<Given> = [Given] extends [never] ? unknown : Given;
type LowerCase<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };
