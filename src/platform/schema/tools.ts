// The operations as tools for agents, as they are made at generation (scripts/contract/tools.ts).

import type { Schema } from './schemas.ts';

export interface Tool {
  /** The operationId. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The parameters and the body of the operation in one. */
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** The arguments that are parameters of the operation, also those that are not offered any more. */
  readonly parameters: readonly string[];
  /**
   * Which arguments are the body of the request: all that are not parameters, or the one called
   * `body`. Absent where the operation takes none.
   */
  readonly body?: 'fields' | 'body';
  /** Whether a result has the tag of its body, as the field `etag`. */
  readonly hasTag?: boolean;
}

export type ObjectSchema = Schema & { readonly type: 'object' };
