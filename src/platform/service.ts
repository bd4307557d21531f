// What a service of this kind says of itself: src/service.ts is such a description, which the start
// and the scripts get. The platform spells no name, plan or error of it.

import type { FastifyBaseLogger } from 'fastify';
import type { Fetch } from './calls/index.ts';
import type { OwnSettings, ValuesOf } from './config/index.ts';
import type {
  AnyHandlers,
  Contract,
  ContractDocument,
  MatchRequest,
  PathParameters,
} from './contract/index.ts';
import type { Database, ServiceDatabase } from './database/index.ts';
import type { Documentation } from './docs/index.ts';
import type { ErrorKinds } from './errors/api-error.ts';
import type { CreateRequest, IdempotencyKey } from './idempotency/index.ts';
import type { Jobs } from './jobs/index.ts';
import type { KeyRules, PlanTable } from './keys/index.ts';
import type { RouteSchemas } from './schema/route-schemas.ts';

// Of the room of errors, scripts load no more than what a service needs to describe its own.
export { type ErrorKinds, errorsOf } from './errors/api-error.ts';

export interface Service {
  /** As people read it: the title of its contract. */
  readonly product: string;
  /**
   * In the names of files, images and namespaces: lower case, with hyphens. Metrics and fields of
   * the log have underscores in their place.
   */
  readonly name: string;
  /** What API keys begin with, before an underscore. */
  readonly keyPrefix: string;
  readonly plans: PlanTable;
  /** The plan of the customer whom the first start creates. It has limits. */
  readonly firstKeyPlan: string;
  /** The major versions that are served, the newest first. */
  readonly versions: readonly [Version, ...Version[]];
  readonly database: ServiceDatabase;
  /** The errors of its own operations. None has a code of the platform's. */
  readonly errors: ErrorKinds;
  /**
   * The settings of its handlers and jobs, by the names of their variables. README and .env.example
   * list them after those of the platform.
   */
  readonly settings: OwnSettings;
  /**
   * What is repeated beside requests. A method, not a property: only so may its context name the
   * service's own models.
   */
  jobs?(): Promise<{ createJobs(context: HandlerContext): Jobs }>;
  /** What `npm run seed` adds, in its order, by the option that says how much. */
  seeds(): Promise<{ readonly SEEDS: Readonly<Record<string, Seed>> }>;
}

/** Sample rows of one kind. */
export interface Seed {
  /** What the rows are, in the plural. */
  readonly noun: string;
  /** What the help says of the option. */
  readonly does: string;
  /** How many are added without options. */
  readonly sample: number;
  /** A method, not a property: only so may its client be that of the service's own models. */
  begin(client: unknown, given: SeedGiven): Promise<SeedRows>;
}

export interface SeedGiven {
  /** How many rows are added. */
  readonly count: number;
  /** Chooses a value at random. */
  pick<Value>(values: readonly Value[]): Value;
}

export interface SeedRows {
  /** Makes a row. @param index of the rows that are added, from 0 */
  make(index: number): unknown;
  /** Stores rows that were made. */
  insert(rows: readonly unknown[]): Promise<unknown>;
}

/** What metrics and fields of the log of a service begin with. */
export function namePrefix({ name }: Service): string {
  return name.replaceAll('-', '_');
}

/**
 * A major version. All of it is imported only when it is needed: scripts read the rest before
 * anything is generated, and the mock runs while handlers do not fit the contract yet.
 */
export interface Version {
  contract(): Promise<{ readonly contract: ContractDocument }>;
  schemas(): Promise<{ readonly routeSchemas: RouteSchemas }>;
  documentation(): Promise<{ readonly documentation: Documentation }>;
  /** A method, not a property: only so may its context name the service's own models. */
  handlers(): Promise<{ createHandlers(context: HandlerContext): Handlers }>;
}

export type Handlers = AnyHandlers | Promise<AnyHandlers>;

/**
 * What handlers can use.
 *
 * @template Own the service's settings, as `typeof SETTINGS`
 */
export interface HandlerContext<Client = unknown, Own = unknown> {
  readonly contract: Contract;
  /**
   * Returns a function that makes the address of an operation, as for `Location`.
   *
   * @throws when the contract has no such operation
   */
  readonly addressOf: (operationId: string) => (parameters: PathParameters) => string;
  /**
   * Returns a function that reads the Idempotency-Key of a request, undefined without one.
   *
   * @throws when the contract has no such operation
   */
  readonly idempotencyKeyOf: (
    operationId: string,
  ) => (request: CreateRequest) => IdempotencyKey | undefined;
  /**
   * Returns a function that throws 412 unless the `If-Match` of a request, if it has one, fits what
   * it would change: `current` is what the operation, whose response has a tag, returns of it. Call
   * it within the transaction of the change, with what was read there.
   *
   * @throws when the contract has no such operation, or it has no tag
   */
  readonly matchCheckOf: (operationId: string) => (request: MatchRequest, current: unknown) => void;
  readonly database: Database<Client>;
  /** The form of API keys, and the plans of their customers. */
  readonly keyRules: KeyRules;
  /** The values of the service's own settings. A secret is read by `currentValue`. */
  readonly settings: ValuesOf<Own>;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** The log of the process. That of a request is `request.log`. */
  readonly log: FastifyBaseLogger;
  /** Is aborted when a stop begins: requests in flight still get their responses. */
  readonly stop: AbortSignal;
  /** Calls another service. */
  readonly fetch: Fetch;
}

/** Describes a service. */
export function defineService<const Given extends Service>(service: Given): Given {
  return service;
}
