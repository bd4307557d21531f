import type { FastifyBaseLogger } from 'fastify';
import type { operations } from '../../generated/openapi.ts';

/*
 * The type of each operation's handler, derived from the contract. A handler that returns another
 * body, reads an undeclared parameter or sets an undeclared header does not compile; nor does a
 * missing handler, or one without an operation.
 */

export type OperationId = keyof operations;

/** Returns the body of the successful response. Every error is thrown. */
export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  reply: OperationReply<Id>,
) => Body<Success<Id>> | Promise<Body<Success<Id>>>;

/** One handler for every operation of the contract. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** The handlers of any contract. */
export type AnyHandlers = Readonly<Record<string, (request: never, reply: never) => unknown>>;

/** A request that was validated, with its defaults filled in. */
export interface OperationRequest<Id extends OperationId> {
  readonly params: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
  /** The headers that the contract declares, in lower case. */
  readonly headers: LowerCase<Parameters<Id, 'header'>>;
  readonly body: operations[Id] extends { requestBody: infer Request } ? Body<Request> : undefined;
  /** Anonymous callers never reach a handler. */
  readonly caller: { readonly customer: { readonly customerId: number } };
  /** The path and query as they were sent. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
}

/** Sets the headers that the contract declares for the successful response. */
export interface OperationReply<Id extends OperationId> {
  header(name: HeaderName<Success<Id>>, value: string | number): unknown;
}

/** Does not compile with a handler that has no operation, which a type annotation would allow. */
export function exactly<Given extends Handlers>(
  handlers: Given & Record<Exclude<keyof Given, OperationId>, never>,
): Handlers {
  return handlers;
}

type SuccessStatus = 200 | 201 | 202 | 204;
type Success<Id extends OperationId> = operations[Id]['responses'][Extract<
  keyof operations[Id]['responses'],
  SuccessStatus
>];
type Body<Message> = Message extends { content: { 'application/json': infer Content } }
  ? Content
  : undefined;
/** The names of the declared headers. The generated types allow any other name as well. */
type HeaderName<Response> = Response extends { headers: infer Headers }
  ? keyof { [Name in keyof Headers as string extends Name ? never : Name]: never }
  : never;
type Parameters<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = OrUnknown<
  NonNullable<operations[Id]['parameters'][Place]>
>;
/** Without parameters, `unknown`: nothing can be read from it. */
type OrUnknown<Given> = [Given] extends [never] ? unknown : Given;
type LowerCase<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };
