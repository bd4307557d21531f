// The contract as it is published: the headers and responses that are the same in several places
// are components. It is half as long, and means the same.

import { STATUS_CODES } from 'node:http';

/**
 * Where a header or a response is, and what it may be called as a component: the first name that is
 * free.
 */
interface Place {
  readonly holder: Json;
  readonly key: string;
  readonly names: readonly string[];
}

type Json = Record<string, unknown>;

interface Document {
  readonly paths?: object;
  readonly components?: object;
}

/** A copy of a contract that refers to what is the same in several places. */
export function withSharedComponents<Contract extends Document>(contract: Contract): Contract {
  const copy = structuredClone(contract);
  const found = responsesIn(copy);
  const headers = share('headers', found.flatMap(headersIn));
  const responses = share('responses', found);
  return { ...copy, components: { ...copy.components, headers, responses } };
}

function responsesIn({ paths = {} }: Document): Place[] {
  const operations = Object.values(paths).flatMap((item): Json[] => Object.values(item));
  return operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses ?? {}).map((status) => {
      const name = (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '');
      return { holder: responses as Json, key: status, names: [name, `${name}-${operationId}`] };
    }),
  );
}

function headersIn({ holder, key: status, names: [, ofOperation] }: Place): Place[] {
  const { headers = {} } = holder[status] as { readonly headers?: Json };
  return Object.keys(headers).map((key) => {
    const names = [key, `${key}-${status}`, `${key}-${ofOperation}`];
    return { holder: headers, key, names };
  });
}

/**
 * Replaces what is the same in several places by references.
 *
 * @returns the components that the references lead to, by name
 */
function share(kind: 'headers' | 'responses', places: readonly Place[]): Json {
  const components: Json = {};
  const groups = Map.groupBy(places, ({ holder, key }) => JSON.stringify(holder[key]));
  // Of several that could have the plain name, the one in most places gets it.
  const sorted = [...groups.values()].sort((one, other) => other.length - one.length);
  for (const same of sorted) {
    const [first] = same;
    const name = first?.names.find((one) => !Object.hasOwn(components, one));
    if (!first || !name || same.length === 1) continue;
    components[name] = first.holder[first.key];
    for (const { holder, key } of same) holder[key] = { $ref: `#/components/${kind}/${name}` };
  }
  return components;
}
