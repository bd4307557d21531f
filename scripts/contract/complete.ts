import { addDerivedExamples } from './derived-examples.ts';
import { inlineComponents } from './inline.ts';
import { isObject, type Json } from './json.ts';
import { type Applied, applyOverlay, type Updated } from './overlay.ts';
import { bundle, type Part } from './references.ts';
import { fillScopes } from './scopes.ts';
import { readSources, type Source, type Sources } from './source-files.ts';
import { wrongForm } from './subset.ts';
import { childOf, nodeAt } from './yaml.ts';

/*
 * The complete contract: the operations and what holds for all of them in one document that every
 * parser reads the same. It is what is bound, linted, compared and published.
 */

export interface Complete {
  readonly document: Json;
  readonly origins: Origins;
}

/** What the document was made of. */
export interface Origins {
  readonly sources: Sources;
  /** The operations with what they refer to in other files, before anything was added to them. */
  readonly written: Json;
  readonly schemas: ReadonlyMap<string, Part>;
  readonly updated: readonly Updated[];
  /** The places of what holds for every operation, and for none of these. */
  readonly unmatched: readonly string[];
  /** The keys of components that nothing refers to, and that are not in the document therefore. */
  readonly unused: readonly (readonly string[])[];
  /** Where the description was written that `Describe` gave. */
  readonly described: string | undefined;
}

/** Says what a contract is about, where that is written beside it, and in which file or folder. */
export type Describe = (
  file: string,
  contract: Json,
) => Promise<{ readonly text: string; readonly place: string } | undefined>;

/**
 * Completes a contract.
 *
 * @param file the operations; what holds for all of them is beside it
 * @param describe makes its description; without it the one that is written stays
 * @throws with file and line where one of them is not YAML, or does not fit the others
 */
export async function completeContract(file: string, describe?: Describe): Promise<Complete> {
  const sources = await readSources(file);
  const { operations, overlay, schemas } = bundle(sources);
  const written = structuredClone(operations);
  fillScopes(operations);
  const { updated, unmatched } = applyActions(operations, overlay, sources);
  const { document, unused } = inlineComponents(operations, overlay);
  addDerivedExamples(document);
  // Guides are written with parts of the contract, which has to have their form for that.
  const isReadable = describe !== undefined && wrongForm(document).length === 0;
  const description = isReadable ? await describe(file, document) : undefined;
  if (description && isObject(document.info)) document.info.description = description.text;
  const actionAt = (index: number) =>
    sources.overlay?.placeOf(nodeAt(sources.overlay.document, ['actions', String(index)]));
  const origins = {
    ...{ sources, written, schemas, updated, unused },
    unmatched: unmatched.flatMap((index) => actionAt(index) ?? []),
    described: description?.place,
  };
  return { document, origins };
}

function applyActions(operations: Json, overlay: Json | undefined, sources: Sources): Applied {
  const file = sources.overlay;
  if (!overlay || !file) return { updated: [], unmatched: [] };
  return applyOverlay(operations, overlay, (message, keys, matched = []) => {
    const node = matched.length > 0 && nodeAt(sources.operations.document, matched);
    const place = node ? sources.operations.placeOf(node) : placeOfKeys(file, keys);
    throw new Error(`${place} ${message}`);
  });
}

/** Of the last key itself, where it has a node. */
function placeOfKeys(file: Source, keys: readonly string[]): string {
  const parent = nodeAt(file.document, keys.slice(0, -1));
  const { key, value } = childOf(parent, keys.at(-1) ?? '') ?? { value: undefined };
  return file.placeOf(key ?? value);
}
