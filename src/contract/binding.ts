import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import fp from 'fastify-plugin';
import { assertBindable } from './bindable.ts';
import { ApiError } from './errors.ts';
import type { AnyHandlers } from './handler.ts';
import type { Contract, Operation } from './operations.ts';
import { type ParameterValues, parameterReader } from './parameters.ts';
import { routerPath } from './path-templates.ts';
import { addBodyParsers, bodyGuard, bodyReader } from './request-bodies.ts';
import { responseWriter } from './responses.ts';

/*
 * Binds every operation of the contract to its handler, which gets requests and returns responses
 * that are exactly what the contract describes.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route serves. Undefined outside the contract. */
    operation?: Operation;
  }
  interface FastifyRequest {
    /** What its handler gets of it. Set for operations only. */
    input: Input;
  }
}

interface Input extends ParameterValues {
  readonly body: unknown;
}

interface BindingOptions {
  readonly contract: Contract;
  readonly handlers: AnyHandlers;
}

type AnyHandler = (request: object, reply: object) => unknown;
type Next = (error?: ApiError) => void;

async function contractBinding(app: FastifyInstance, { contract, handlers }: BindingOptions) {
  assertBindable(contract, handlers);
  addBodyParsers(app);
  app.decorateRequest('input');
  const routes = new Map(
    contract.operations.map((operation) => [
      operation.operationId,
      // Its type is that of an operation, which only the compiler knows.
      routeOptions(contract, operation, handlers[operation.operationId] as AnyHandler),
    ]),
  );
  await app.register(openapiGlue, {
    specification: routesOf(contract),
    // What it returns replaces method and url, which the type does not say.
    operationResolver: (operationId) => routes.get(operationId) as never,
  });
}

const ANY = { default: { description: '' } };

/** What the binder needs of a contract. It would take some of the rest for what it is not. */
function routesOf({ document: { info }, operations }: Contract): object {
  const byPath = Object.groupBy(operations, ({ path }) => path);
  const paths = Object.entries(byPath).map(([path, found = []]) => [
    path,
    Object.fromEntries(
      found.map(({ method, operationId }) => [
        method.toLowerCase(),
        { operationId, responses: ANY },
      ]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    paths: Object.fromEntries(paths),
  };
}

/** @throws when the operation could not be served as the contract says, with its name */
function routeOptions({ document, basePath }: Contract, operation: Operation, handle: AnyHandler) {
  const { method, path, operationId } = operation;
  try {
    const schemas = document.components?.schemas ?? {};
    const readParameters = parameterReader(operation, basePath, schemas);
    const readBody = bodyReader(operation, schemas);
    const guard = bodyGuard(operation);
    return {
      // Fastify's own HEAD would drain a stream, and announce a length of 0 for a 204.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: routerPath(path),
      config: { operation },
      ...(guard && {
        // onRequest, so that a client that waits for 100 Continue never sends a body that is rejected.
        onRequest: (request: FastifyRequest, _reply: FastifyReply, next: Next) => {
          guard(request);
          // Others learn first what is wrong with their body.
          if (request.headers.expect === undefined) return next();
          const parameters = readParameters(request);
          next(parameters instanceof ApiError ? parameters : undefined);
        },
      }),
      // preHandler, which passes an error on: throwing one takes several µs.
      preHandler: (request: FastifyRequest, _reply: FastifyReply, next: Next) => {
        const body = readBody(request);
        if (body instanceof ApiError) return next(body);
        const parameters = readParameters(request);
        if (parameters instanceof ApiError) return next(parameters);
        request.input = { ...parameters, body };
        next();
      },
      handler: createServe(operation, schemas, handle),
    };
  } catch (error) {
    throw new Error(`${operationId}: ${(error as Error).message}`, { cause: error });
  }
}

function createServe(
  operation: Operation,
  schemas: Readonly<Record<string, object>>,
  handle: AnyHandler,
) {
  const writer = responseWriter(operation, schemas);

  return (request: FastifyRequest, reply: FastifyReply) => {
    const { input, caller, url, log } = request;
    const set = writer.createReply();
    const result = handle({ ...input, caller, url, log }, set);
    return Promise.resolve(result).then((value) => writer.write(request, reply, set, value));
  };
}

export default fp(contractBinding, { name: 'contract-binding' });
