import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readGuides } from './guides.ts';
import { inlineComponents } from './inline.ts';
import { isObject, type Json } from './json.ts';
import { ActionError, applyOverlay, type Overlay, type Updated } from './overlay.ts';
import { bundle, type Part } from './references.ts';
import { readSources, type Sources } from './source-files.ts';
import { nodeAt } from './yaml.ts';

/*
 * The complete contract: the operations, what holds for all of them, and the guides, in one document
 * that every parser reads the same. It is what is bound, linted, compared and published.
 */

export interface Complete {
  readonly document: Json;
  /** Pointers to shared components that nothing refers to. */
  readonly unused: readonly string[];
  readonly origins: Origins;
}

/** What the document was made of. */
export interface Origins {
  readonly sources: Sources;
  /** The operations with what they refer to in other files, before anything was added to them. */
  readonly written: Json;
  readonly schemas: ReadonlyMap<string, Part>;
  readonly updated: readonly Updated[];
  readonly guides: string | undefined;
}

/**
 * Completes a contract.
 *
 * @param file the operations; what holds for all of them and the guides are beside it
 * @throws with file and line where one of them is not YAML, or does not fit the others
 */
export async function completeContract(file: string): Promise<Complete> {
  const sources = await readSources(file);
  const { operations, overlay, schemas } = bundle(sources);
  const written = structuredClone(operations);
  const updated = applyActions(operations, overlay, sources);
  const { document, unused } = inlineComponents(operations);
  const folder = join(dirname(file), 'guides');
  const guides = existsSync(folder) ? folder : undefined;
  if (guides && isObject(document.info)) document.info.description = await readGuides(guides);
  return { document, unused, origins: { sources, written, schemas, updated, guides } };
}

function applyActions(operations: Json, overlay: Json | undefined, sources: Sources): Updated[] {
  if (!overlay || !sources.overlay) return [];
  try {
    return applyOverlay(operations, overlay as unknown as Overlay);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    const { index, keys, message } = error;
    // What an action matches, or else the action itself.
    const matched = keys && nodeAt(sources.operations.document, keys);
    const action = nodeAt(sources.overlay.document, ['actions', String(index)]);
    const place = matched ? sources.operations.placeOf(matched) : sources.overlay.placeOf(action);
    throw new Error(`${place} ${message}`, { cause: error });
  }
}
