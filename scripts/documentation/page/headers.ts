import type { HeaderObject, OperationObject, Schemas } from '../../contract/index.ts';
import { examplesInWords } from '../described/facts.ts';
import { describeSchema } from '../described/schema.ts';
import { inOperation } from './anchors.ts';
import { code, html } from './html.ts';
import type { Value } from './values.ts';

export interface Header extends Value {
  readonly name: string;
  /** Tells apart headers that differ in anything. */
  readonly key: string;
  readonly isInAll: boolean;
  readonly statuses: readonly string[];
}

interface Found {
  readonly name: string;
  readonly header: HeaderObject;
  readonly status: string;
}

/** The headers of all responses of an operation, each once, with the statuses that have it. */
export function headersOf({ operationId, responses }: OperationObject, schemas: Schemas): Header[] {
  const statuses = Object.keys(responses);
  const all = Object.entries(responses).flatMap(([status, { headers = {} }]): Found[] =>
    Object.entries(headers).map(([name, header]) => ({ name, header, status })),
  );
  const groups = Map.groupBy(all, ({ name, header }) =>
    JSON.stringify([name.toLowerCase(), withoutExample(header)]),
  );
  const described = [...groups].map(([key, same]) => ({
    ...describe(same, statuses, schemas),
    key,
    statuses: same.map(({ status }) => status),
    isInAll: same.length === statuses.length,
  }));
  return described.map((header) => {
    // Those of different statuses can be different ones of the same name.
    const name = header.name.toLowerCase();
    const position = described.filter((one) => one.name.toLowerCase() === name).indexOf(header);
    const steps = [name, ...(position === 0 ? [] : [`${position + 1}`])];
    return { ...header, anchor: inOperation(operationId, 'headers', ...steps) };
  });
}

/** What holds whatever its value is. */
export function withoutExample({ example: _, ...header }: HeaderObject): HeaderObject {
  return header;
}

function describe(same: readonly Found[], statuses: readonly string[], schemas: Schemas) {
  // Each group has one at least, and all are the same.
  const [{ name, header }] = same as readonly [Found];
  const { required = false, description, schema, example } = header;
  const described = describeSchema({ ...schema, ...(description && { description }) }, schemas);
  const having = statusesText(
    same.map(({ status }) => status),
    statuses,
  );
  return {
    ...described,
    name,
    title: code(name),
    presence: html`<span class="optional">${required ? 'in' : 'may be in'} ${having}</span>`,
    facts:
      example === undefined
        ? described.facts
        : [...described.facts, `${examplesInWords([`${example}`])}.`],
  };
}

/** The shorter of the statuses that have a header and those that have not. */
function statusesText(statuses: readonly string[], all: readonly string[]): string {
  const others = all.filter((status) => !statuses.includes(status));
  const text = (list: readonly string[]) => new Intl.ListFormat('en-GB').format(list);
  if (statuses.length <= others.length) return text(statuses);
  return others.length === 0 ? 'every response' : `every response but ${text(others)}`;
}
