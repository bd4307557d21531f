import { addDerivedExamples } from './derived-examples.ts';
import { inlineComponents } from './inline.ts';
import { isObject, type Json } from './json.ts';
import { applyOverlay, type Updated } from './overlay.ts';
import { bundle, type Part } from './references.ts';
import { fillScopes } from './scopes.ts';
import { readSources, type Sources } from './source-files.ts';
import { nodeAt } from './yaml.ts';

/*
 * The complete contract: the operations and what holds for all of them in one document that every parser reads
 * the same. It is what is bound, linted, compared and published.
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
  const updated = applyActions(operations, overlay, sources);
  const document = inlineComponents(operations);
  addDerivedExamples(document);
  const description = await describe?.(file, document);
  if (description && isObject(document.info)) document.info.description = description.text;
  const origins = { sources, written, schemas, updated, described: description?.place };
  return { document, origins };
}

function applyActions(operations: Json, overlay: Json | undefined, sources: Sources): Updated[] {
  const file = sources.overlay;
  if (!overlay || !file) return [];
  return applyOverlay(operations, overlay, (message, index, matched = []) => {
    const action = nodeAt(file.document, ['actions', String(index)]);
    const node = matched.length > 0 && nodeAt(sources.operations.document, matched);
    const place = node ? sources.operations.placeOf(node) : file.placeOf(action);
    throw new Error(`${place} ${message}`);
  });
}
