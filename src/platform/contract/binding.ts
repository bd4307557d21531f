// Binds every operation of the contract to its handler. fastify-openapi-glue makes a route of each;
// Fastify compiles the schemas that were generated for it.

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
} from 'fastify';
import openapiGlue, { type FastifyOpenapiGlueOptions } from 'fastify-openapi-glue';
import fp from 'fastify-plugin';
import type { ErrorCodes } from '../errors/index.ts';
import { type BaseUrls, isPrefixed, makeAddressesRelative } from './addresses.ts';
import { deprecatedPartsFinder } from './deprecated-parts.ts';
import type { AnyHandlers } from './handler.ts';
import type { Contract, Operation } from './operations.ts';
import { addBodyParser, pick, rejectMalformedQuery, requestValidator } from './requests.ts';
import { errorCheck, responseSerializer, responseWriter } from './responses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route serves. Undefined outside the contract. */
    operation?: Operation;
  }
}

interface BindingOptions {
  readonly contract: Contract;
  readonly handlers: AnyHandlers;
  /** The codes that a handler's errors may have. */
  readonly errorCodes: ErrorCodes;
  readonly baseUrls: BaseUrls;
  /** Runs before anything looks at the content of a request. */
  readonly beforeValidation?: preValidationHookHandler;
  /** Is told each deprecated part that a request has; undefined if nobody counts them. */
  readonly onDeprecatedPart: ((request: FastifyRequest, part: string) => void) | undefined;
}

type Resolver = NonNullable<FastifyOpenapiGlueOptions['operationResolver']>;

type AnyHandler = (request: object, reply: object) => unknown;

async function contractBinding(app: FastifyInstance, options: BindingOptions) {
  const { contract, handlers, baseUrls } = options;
  assertComplete(contract, handlers);
  if (isPrefixed(baseUrls, contract)) makeAddressesRelative(app);
  addBodyParser(app);
  if (options.beforeValidation) app.addHook('preValidation', options.beforeValidation);
  // preValidation, since Fastify passes on values that it cannot decode.
  app.addHook('preValidation', rejectMalformedQuery);
  // The type allows only a handler, but all returned options are added to the route.
  const resolveRoute = ((id: string) =>
    routeOptions(contract.findOperation(id), options)) as unknown as Resolver;
  await app.register(openapiGlue, {
    specification: bindingOf(contract),
    operationResolver: resolveRoute,
  });
}

/**
 * What the binder needs of a contract: which operation a path and a method have. Of all the rest it
 * would make copies, and schemas that those of generation replace.
 */
function bindingOf({ document: { info }, operations }: Contract) {
  const paths: Record<string, Record<string, { operationId: string }>> = {};
  for (const { path, method, operationId } of operations) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId } };
  }
  return { openapi: '3.1.0', info, paths };
}

/**
 * Checks that every operation has a handler and requires an API key, and that every handler has
 * an operation.
 *
 * @throws naming everything that does not hold
 */
function assertComplete({ operations }: Contract, handlers: AnyHandlers): void {
  const unbound = new Set(Object.keys(handlers));
  const problems: string[] = [];
  for (const { operationId, needsKey } of operations) {
    if (!unbound.delete(operationId)) problems.push(`The operation ${operationId} has no handler.`);
    if (needsKey) continue;
    const problem = 'must be [{"apiKey":[]}], or have scopes.';
    problems.push(`The security of the operation ${operationId} ${problem}`);
  }
  for (const name of unbound) {
    problems.push(`The handler ${name} has no operation in the contract.`);
  }
  if (problems.length > 0) throw new Error(problems.join(' '));
}

function routeOptions(operation: Operation, options: BindingOptions) {
  const { handlers, errorCodes, onDeprecatedPart } = options;
  const { operationId, method, schema } = operation;
  const { about: _, responseHeaders: __, errorHeaders: ___, ...compiled } = schema;
  const findDeprecated = onDeprecatedPart && deprecatedPartsFinder(operation);
  return {
    // Fastify's own HEAD would announce a length of 0 for a 204.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    config: { operation },
    schema: compiled,
    validatorCompiler: requestValidator(operation),
    serializerCompiler: responseSerializer(operation),
    // preValidation, since validation fills in defaults, which nobody has sent.
    ...(findDeprecated && {
      preValidation(request: FastifyRequest, _reply: FastifyReply, next: () => void) {
        for (const part of findDeprecated(request)) onDeprecatedPart(request, part);
        next();
      },
    }),
    // A handler has the type of its operation, which only the compiler knows.
    handler: createRouteHandler(operation, handlers[operationId] as AnyHandler, errorCodes),
  };
}

const NONE = Object.freeze({});

function createRouteHandler(operation: Operation, handle: AnyHandler, errorCodes: ErrorCodes) {
  const write = responseWriter(operation);
  const checkedError = errorCheck(operation, errorCodes);
  const names = Object.keys(operation.schema.headers?.properties ?? NONE);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, body, caller, url, log } = request;
    const headers = names.length > 0 ? pick(request.headers, names) : NONE;
    const headerValues = new Map<string, unknown>();
    const input = { params, query, headers, body, caller, url, log };
    const header = (name: string, value: unknown) => {
      if (value !== undefined) headerValues.set(name.toLowerCase(), value);
    };
    let result: unknown;
    try {
      result = await handle(input, { header });
    } catch (error) {
      throw checkedError(error, reply);
    }
    return write(reply, headerValues, result);
  };
}

export default fp(contractBinding, { name: 'contract-binding' });
