import type { FoundOperation } from '../described/operations.ts';
import type { Json } from '../json.ts';

export interface Tag {
  readonly name: string;
  readonly description?: string;
  readonly operations: readonly FoundOperation[];
}

/** What operations are grouped by that have no tag. */
const NO_TAG = 'operations';

/** The operations by their first tag: in the contract's order of tags, and then those that it does not describe. */
export function tagsOf(contract: Json, operations: readonly FoundOperation[]): Tag[] {
  const described = (contract.tags ?? []) as { name: string; description?: string }[];
  const used = operations.map(tagOf);
  const names = new Set([...described.map(({ name }) => name), ...used]);
  return [...names]
    .filter((name) => used.includes(name))
    .map((name) => ({
      name,
      ...described.find((tag) => tag.name === name),
      operations: operations.filter((found) => tagOf(found) === name),
    }));
}

function tagOf({ operation: { tags = [] } }: FoundOperation): string {
  return tags[0] ?? NO_TAG;
}
