import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import fp from 'fastify-plugin';
import { type ApiError, invalidBody, invalidParameter } from './errors.ts';
import type { AnyHandlers } from './handler.ts';
import type { Contract, Operation } from './operations.ts';
import { compileCheck } from './validation.ts';

/*
 * Binds every operation of the contract to its handler, and validates requests against the
 * contract's schemas.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route serves. Undefined outside the contract. */
    operation?: Operation;
  }
}

/** The schema that the binder makes of an operation's header parameters. Other headers are not checked. */
interface HeadersSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

async function contractBinding(
  app: FastifyInstance,
  { contract, handlers }: { readonly contract: Contract; readonly handlers: AnyHandlers },
) {
  assertComplete(contract.operations, handlers);
  app.addHook('onRoute', completeSchema);
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const inBody = httpPart === 'body';
    const toError = inBody ? invalidBody : invalidParameter;
    const check = compileCheck(schema as object, {
      source: inBody ? 'json' : 'text',
      noun: inBody ? 'field' : 'parameter',
    });
    return (value: unknown) => {
      const [violation] =
        inBody && value === null ? ['The request body is required.'] : check(value);
      return violation === undefined ? { value } : { error: toError(violation) };
    };
  });
  // Fastify formats all that is no Error. Its type does not know that the check returns an ApiError.
  app.setSchemaErrorFormatter((error) => error as unknown as ApiError);
  await app.register(openapiGlue, {
    specification: contract.document,
    // The binder adds method and url, which its type does not say.
    operationResolver: (operationId) =>
      routeOptions(contract.findOperation(operationId), handlers) as never,
  });
}

function routeOptions(operation: Operation, handlers: AnyHandlers) {
  // Validation makes the request what the handler's type says, which Fastify cannot know.
  const handle = handlers[operation.operationId] as unknown as AnyHandler;
  return {
    config: { operation },
    // Fastify itself would send what is no Error as the body of a success.
    attachValidation: true,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      if (request.validationError) throw request.validationError;
      reply.code(operation.successStatuses[0] ?? 200);
      return handle(request, reply);
    },
  };
}

/** Makes a route's schema as strict as the contract is meant. */
function completeSchema(route: RouteOptions) {
  const schema = { ...route.schema };
  // Only one media type is accepted. Its schema applies whatever Content-Type the request has.
  const body = schema.body as { content: { 'application/json': { schema: object } } } | undefined;
  if (body) schema.body = body.content['application/json'].schema;
  schema.querystring = {
    type: 'object',
    ...(schema.querystring as object | undefined),
    additionalProperties: false,
  };
  if (schema.headers) schema.headers = lowerCaseNames(schema.headers as HeadersSchema);
  route.schema = schema;
}

/** In lower case, as Node has them. Fastify does so only for its own validator. */
function lowerCaseNames({ properties, required = [] }: HeadersSchema): HeadersSchema {
  const lower = (name: string) => name.toLowerCase();
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [lower(name), schema]),
    ),
    required: required.map(lower),
  };
}

/** @throws naming every operation without a handler or security, and every handler without an operation */
export function assertComplete(described: readonly Operation[], handlers: AnyHandlers) {
  const known = new Set<string>(described.map(({ operationId }) => operationId));
  const gaps = [
    ...described
      .filter(({ operationId }) => !Object.hasOwn(handlers, operationId))
      .map(({ operationId }) => `The operation ${operationId} has no handler.`),
    ...Object.keys(handlers)
      .filter((name) => !known.has(name))
      .map((name) => `The handler ${name} has no operation in the contract.`),
    ...described
      .filter(({ security }) => security.every((scheme) => Object.keys(scheme).length === 0))
      .map(({ operationId }) => `The operation ${operationId} has no security requirement.`),
  ];
  if (gaps.length > 0) throw new Error(gaps.join(' '));
}

export default fp(contractBinding, { name: 'contract-binding' });
