// Who connects to PostgreSQL in tests: the service and its commands have the role that
// deploy/grants.sql creates, and only what alters the schema has that of the owner.

import { serviceRole } from '../../../scripts/generate/grants.ts';
import { type AnyTested, SAMPLE } from '../services.ts';

/** Who owns the databases of tests, and all that is in them: a superuser. */
const OWNER = 'postgres';
const EITHER = new RegExp(`(?<=^postgresql://)(?:${OWNER}|\\w+_service)(?=@)`);

/** The address of a database for its owner. SQLite has no roles. */
export function asOwner(url: string): string {
  return url.replace(EITHER, OWNER);
}

/** The address of a database for the service. Other users than the owner stay as they are. */
export function asService(url: string, { service }: AnyTested = SAMPLE): string {
  return url.replace(EITHER, serviceRole(service.name));
}
