// The headers of an operation's responses, on its page.

import type { HeaderObject, OperationObject, Schemas } from '../../contract/index.ts';
import { describeSchema } from '../schemas/describe-schema.ts';
import { endFacts, exampleFacts } from '../schemas/facts.ts';
import { anchorOf } from './anchors.ts';
import { code, html } from './html.ts';
import type { Value } from './values.ts';

export interface Header extends Value {
  readonly name: string;
  /** Identifies the header by everything but its example. */
  readonly key: string;
  /** Whether every response of the operation has it. */
  readonly isInAll: boolean;
  readonly statuses: readonly string[];
}

/** The headers of all responses of an operation, each once, with the statuses that have it. */
export function headersOf({ operationId, responses }: OperationObject, schemas: Schemas): Header[] {
  const all = Object.entries(responses).flatMap(([status, { headers = {} }]) =>
    Object.entries(headers).map(([name, header]) => {
      const { example: _, ...withoutExample } = header;
      return { name, status, header, key: JSON.stringify([name.toLowerCase(), withoutExample]) };
    }),
  );
  const positions = new Map<string, number>();
  return [...Map.groupBy(all, ({ key }) => key)].map(([key, same]) => {
    // A group has at least one header, and all of its headers are the same.
    const [{ name, header }] = same as [(typeof same)[number]];
    const statuses = same.map(({ status }) => status);
    // Headers of different statuses can differ, and have the same name.
    const lowerCase = name.toLowerCase();
    const position = (positions.get(lowerCase) ?? 0) + 1;
    positions.set(lowerCase, position);
    const steps = position === 1 ? [lowerCase] : [lowerCase, `${position}`];
    return {
      ...describe(header, schemas),
      name,
      key,
      statuses,
      title: code(name),
      anchor: anchorOf('operations', operationId, 'headers', ...steps),
      isInAll: statuses.length === Object.keys(responses).length,
      presence: statusesInWords(header, statuses, Object.keys(responses)),
    };
  });
}

function describe(header: HeaderObject, schemas: Schemas) {
  const { description, schema, deprecated: isDeprecated = false } = header;
  const described = describeSchema({ ...schema, ...(description && { description }) }, schemas);
  const facts = [...described.facts, ...endFacts({ ...header }), ...exampleFacts(header)];
  return { ...described, isDeprecated, facts };
}

/** Names the statuses that have a header, or the others, whichever are fewer. */
function statusesInWords({ required }: HeaderObject, statuses: readonly string[], all: string[]) {
  const others = all.filter((status) => !statuses.includes(status));
  const text = (list: readonly string[]) => new Intl.ListFormat('en-GB').format(list);
  const everyOther = others.length === 0 ? 'every response' : `every response but ${text(others)}`;
  const having = statuses.length <= others.length ? text(statuses) : everyOther;
  return html`<span class="type">${required ? 'in' : 'may be in'} ${having}</span>`;
}
