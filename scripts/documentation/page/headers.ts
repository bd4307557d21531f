// The headers of an operation's responses, on its page.

import type { Header as HeaderOfModel, Operation } from '../../contract/index.ts';
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
  /** The end of its anchor. */
  readonly steps: readonly string[];
}

/** The headers of all responses of an operation, each once, with the statuses that have it. */
export function headersOf({ operationId, responses }: Operation): Header[] {
  const statusesOfAll = responses.map(({ status }) => status);
  const all = responses.flatMap(({ status, headers }) =>
    headers.map((header) => {
      const { name, description, isRequired, deprecation, schema } = header;
      const said = [name.toLowerCase(), description, isRequired, deprecation, schema];
      return { name, status, header, key: JSON.stringify(said) };
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
      ...describe(header),
      name,
      key,
      statuses,
      steps,
      title: code(name),
      anchor: anchorOf('operations', operationId, 'headers', ...steps),
      isInAll: statuses.length === responses.length,
      presence: statusesInWords(header, statuses, statusesOfAll),
    };
  });
}

function describe({ description, schema, deprecation, examples }: HeaderOfModel) {
  const described = describeSchema({ ...schema, description });
  const facts = [...described.facts, ...endFacts(deprecation), ...exampleFacts(examples)];
  return { ...described, isDeprecated: deprecation !== undefined, facts };
}

/** Names the statuses that have a header, or the others, whichever are fewer. */
function statusesInWords(
  { isRequired }: HeaderOfModel,
  statuses: readonly string[],
  all: readonly string[],
) {
  const others = all.filter((status) => !statuses.includes(status));
  const text = (list: readonly string[]) => new Intl.ListFormat('en-GB').format(list);
  const everyOther = others.length === 0 ? 'every response' : `every response but ${text(others)}`;
  const having = statuses.length <= others.length ? text(statuses) : everyOther;
  return html`<span class="type">${isRequired ? 'in' : 'may be in'} ${having}</span>`;
}
