import { describeHeaders } from '../described/headers.ts';
import type { OperationObject } from '../described/operation-object.ts';
import type { Schemas } from '../schemas.ts';
import { describedEntry } from './fields.ts';
import { code } from './text.ts';

/** The headers of all responses of an operation, each once, with the statuses that have it. */
export function headerEntries(operation: OperationObject, schemas: Schemas): string[] {
  return describeHeaders(operation, schemas).map((header) =>
    describedEntry(`${code(header.name)} (${header.type}, ${header.presence})`, header),
  );
}
