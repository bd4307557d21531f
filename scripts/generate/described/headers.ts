import type { Schemas } from '../schemas.ts';
import { value } from './facts.ts';
import type { HeaderObject, OperationObject } from './operation-object.ts';
import { type Described, describeSchema } from './schema.ts';

export interface DescribedHeader extends Described {
  readonly name: string;
  /** Which responses have it, such as `in every response`. */
  readonly presence: string;
  /** Tells apart headers that differ in anything. */
  readonly key: string;
  readonly isInAll: boolean;
}

interface Found {
  readonly name: string;
  readonly header: HeaderObject;
  readonly statuses: string[];
}

/** The headers of all responses of an operation, each once, with the statuses that have it. */
export function describeHeaders({ responses }: OperationObject, schemas: Schemas) {
  const found = new Map<string, Found>();
  for (const [status, { headers = {} }] of Object.entries(responses)) {
    for (const [name, header] of Object.entries(headers)) {
      const key = JSON.stringify([name.toLowerCase(), header]);
      const known = found.get(key) ?? { name, header, statuses: [] };
      known.statuses.push(status);
      found.set(key, known);
    }
  }
  const all = Object.keys(responses);
  return [...found].map(([key, { name, header, statuses }]): DescribedHeader => {
    const { required = false, example } = header;
    const reading = { schemas, direction: 'response', within: [] } as const;
    const described = describeSchema(header.schema, reading);
    const { description, facts } = described;
    return {
      ...described,
      name,
      key,
      isInAll: statuses.length === all.length,
      presence: `${required ? 'in' : 'may be in'} ${statusesText(statuses, all)}`,
      description: header.description ?? description,
      facts: example === undefined ? facts : [...facts, `Example: ${value(String(example))}.`],
    };
  });
}

/** The shorter of the statuses that have a header and those that have not. */
function statusesText(statuses: readonly string[], all: readonly string[]): string {
  const others = all.filter((status) => !statuses.includes(status));
  if (others.length === 0) return 'every response';
  const isMost = statuses.length > others.length;
  return isMost ? `every response but ${enumerated(others)}` : enumerated(statuses);
}

/** `a`, `a and b`, or `a, b and c`. */
function enumerated(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
