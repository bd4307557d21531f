import type { Complete } from '../../generate/complete.ts';
import { follow, isObject, type Json, pointerOf } from '../../generate/json.ts';
import { reportMeaning } from './meaning.ts';
import { contractDocument } from './objects.ts';
import { reportOperations } from './operations.ts';
import { reportOverwritten } from './overwritten.ts';
import { reportEndless } from './recursion.ts';
import { type Finding, type Placed, rootOf } from './rules.ts';
import { reportUses } from './uses.ts';

/*
 * The part of OpenAPI that the service keeps, as openapi/SUPPORTED.md describes it. Whatever else a
 * contract has is reported, so that nothing in it is ignored.
 */

export type { Finding } from './rules.ts';
export { type SourceFinding, sourceFindings } from './sources.ts';

/** Finds what is not supported in a contract, or contradicts itself. */
export function unsupported(complete: Complete): Finding[] {
  const { document, origins } = complete;
  const found: Finding[] = [];
  const at = rootOf(document, found);
  contractDocument(document, at);
  // Before anything is added to it, which could hide what was there.
  contractDocument(origins.written, rootOf(origins.written, found));
  // What follows relies on the form of everything.
  if (found.some(({ kind }) => kind === 'shape')) return found;
  for (const placed of at.schemas) reportMeaning(placed);
  reportOperations(at);
  reportEndless(at);
  reportOverwritten(complete, at);
  return [...found, ...inUse(document, at.schemas).filter((one) => !isKnown(one, found))];
}

function inUse(document: Json, schemas: readonly Placed[]): Finding[] {
  const found: Finding[] = [];
  const at = rootOf(document, found);
  reportUses(
    schemas.map(({ schema, at: { keys } }) => ({ schema, at: at.below(...keys) })),
    at,
  );
  return found;
}

/** Of what is found already, the compiler says less. */
function isKnown({ keys }: Finding, found: readonly Finding[]): boolean {
  const [end] = [keys.indexOf('discriminator'), keys.length].filter((index) => index >= 0);
  const pointer = pointerOf(keys.slice(0, end));
  return found.some((other) => {
    const known = pointerOf(other.keys);
    return `${known}/`.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${known}/`);
  });
}

/**
 * A contract without what is not supported, for tools that know OpenAPI's own rules.
 *
 * @returns nothing where a part has a form that they would not understand
 */
export function supportedPart({ document }: Complete, found: readonly Finding[]): Json | undefined {
  if (found.some(({ kind }) => kind === 'shape')) return undefined;
  const copy = structuredClone(document);
  for (const { keys } of found.filter(({ kind }) => kind === 'key')) {
    const parent = follow(copy, keys.slice(0, -1));
    if (isObject(parent)) delete parent[keys.at(-1) ?? ''];
  }
  return copy;
}
