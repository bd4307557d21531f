// What the rooms of an application share: what it is made of, how to log, what is served, what the
// service decides, what is done beside requests, and what is done at the end. Each room takes the
// parts that it needs.

import type { FastifyInstance } from 'fastify';
import { hasAccount } from './account/index.ts';
import type { Clock } from './async/clock.ts';
import { type Closing, createClosing } from './async/closing.ts';
import type { PeriodicWork } from './async/periodic-work.ts';
import { type Config, ownOrigin, ownValues } from './config/index.ts';
import {
  type BaseUrls,
  type Contract,
  createLifecycle,
  type Lifecycle,
  NO_OPERATION,
} from './contract/index.ts';
import { type Database, faultKind } from './database/index.ts';
import type { DocsOptions } from './docs/index.ts';
import { type ErrorCodes, errorCodesOf } from './errors/index.ts';
import { createUnknownRouteError, type UnknownRouteError } from './http/index.ts';
import { type KeyRules, keyRulesOf } from './keys/index.ts';
import {
  createFailureLogs,
  type LogFields,
  type LogStream,
  logFieldsOf,
  type MakeFailureLog,
} from './observability/index.ts';
import { namePrefix, type Service } from './service.ts';
import type { Apis } from './versions.ts';

/** What an application is made of. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly apis: Apis;
  readonly clock: Clock;
  /** Is aborted when a stop begins. */
  readonly stop: AbortController;
  readonly logStream: LogStream;
  /** What is repeated beside requests. */
  readonly background: PeriodicWork;
}

/** What rooms are started with. */
export interface Context
  extends Pick<Parts, 'config' | 'database' | 'clock' | 'stop' | 'background'> {
  readonly log: Log;
  readonly served: Served;
  readonly rules: Rules;
  /** What is done at the end. */
  readonly closing: Closing;
}

interface Log {
  readonly stream: LogStream;
  /** The names of our own fields. */
  readonly fields: LogFields;
  /** Makes a log of failures that every request may cause. */
  readonly createFailureLog: MakeFailureLog;
  /** Makes a function that logs such failures by their kind. */
  readonly reportFailure: (message: string, level?: 'warn') => (error: unknown) => void;
}

/** The contracts that are served, the newest first, and what follows from all of them. */
interface Served {
  readonly apis: Apis;
  readonly contracts: readonly Contract[];
  /** What stands for an operation where a request has none. */
  readonly noOperation: string;
  readonly lifecycle: Lifecycle;
  readonly unknownRouteError: UnknownRouteError;
  readonly baseUrls: BaseUrls;
  /** What is published, and for where. */
  readonly docs: DocsOptions;
}

/** What the service decides for the platform. */
interface Rules {
  /** What names of metrics and of fields of the log begin with. */
  readonly namePrefix: string;
  readonly errorCodes: ErrorCodes;
  readonly keyRules: KeyRules;
  /** The values of its own settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly jobs: Service['jobs'];
}

export const logFieldsOfService = (service: Service) => logFieldsOf(namePrefix(service));

export function createContext(app: FastifyInstance, service: Service, parts: Parts): Context {
  const { config, database, clock, stop, background } = parts;
  const closing = createClosing();
  app.addHook('onClose', () => closing.close());
  return {
    config,
    database,
    clock,
    stop,
    log: createLog(app, service, parts),
    served: servedBy(app, parts),
    rules: {
      namePrefix: namePrefix(service),
      errorCodes: errorCodesOf(service.errors),
      keyRules: keyRulesOf(service),
      settings: ownValues(service.settings, config),
      jobs: service.jobs,
    },
    background,
    closing,
  };
}

function createLog(app: FastifyInstance, service: Service, { logStream: stream }: Parts): Log {
  const fields = logFieldsOfService(service);
  const createFailureLog = createFailureLogs({ app, countField: fields.count });
  return {
    stream,
    fields,
    createFailureLog,
    reportFailure(message, level) {
      const logFailure = createFailureLog(message, level);
      return (error) => logFailure(error, faultKind(error));
    },
  };
}

function servedBy(app: FastifyInstance, { config, apis }: Parts): Served {
  const contracts = apis.map(({ contract }) => contract);
  const baseUrls = { production: config.PUBLIC_URL, staging: config.STAGING_URL };
  const { CONTACT_NAME: name, CONTACT_URL: url, CONTACT_EMAIL: email } = config;
  return {
    apis,
    contracts,
    noOperation: NO_OPERATION,
    lifecycle: createLifecycle(contracts),
    unknownRouteError: createUnknownRouteError(contracts),
    baseUrls,
    docs: {
      versions: apis.flatMap(({ contract, documentation: load }) =>
        load ? [{ contract, load }] : [],
      ),
      hasAccount: hasAccount(apis[0].contract),
      baseUrls,
      contact: { name, url, email },
      ownOrigin: () => ownOrigin(app.server.address()),
    },
  };
}
