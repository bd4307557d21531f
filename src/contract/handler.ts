import type { FastifyBaseLogger } from 'fastify';
import type { operations } from '../../generated/openapi.ts';

/*
 * The types that bind a handler to its operation in the contract. What the contract does not know
 * (another body, an undeclared parameter or header, a missing or superfluous handler) does not
 * compile.
 */

export type OperationId = keyof operations;

/** Returns the body of the operation's success answer; everything else is thrown. */
export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  reply: OperationReply<Id>,
) => Body<Success<Id>> | Promise<Body<Success<Id>>>;

/** One handler for every operation of the contract. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** A valid request: what stands here has been checked, and has its defaults. */
export interface OperationRequest<Id extends OperationId> {
  readonly params: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
  /** Those that the contract names, in lower case. */
  readonly headers: LowerCase<Parameters<Id, 'header'>>;
  readonly body: operations[Id] extends { requestBody: infer Request } ? Body<Request> : undefined;
  /** Whoever has got as far as a handler is a customer. */
  readonly caller: { readonly customer: { readonly customerId: number } };
  /** The path and query as they were sent. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
}

/** Sets the headers that the contract names for the operation's success answer. */
export interface OperationReply<Id extends OperationId> {
  header(name: HeaderName<Success<Id>>, value: string | number): unknown;
}

/** Refuses, at compile time, handlers for operations that the contract does not have. */
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
/** The headers by name: the generated types also allow any other one. */
type HeaderName<Response> = Response extends { headers: infer Headers }
  ? keyof { [Name in keyof Headers as string extends Name ? never : Name]: never }
  : never;
type Parameters<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = OrUnknown<
  NonNullable<operations[Id]['parameters'][Place]>
>;
/** Of `unknown`, which stands for no parameters, nothing can be read. */
type OrUnknown<Given> = [Given] extends [never] ? unknown : Given;
type LowerCase<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };
