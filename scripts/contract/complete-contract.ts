// The complete contract: one document with the operations and the parts that all operations share.
// The service binds and publishes this document; lint and `contract:diff` read it.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ContractError, type Finding } from './finding.ts';
import { isObject, type Json } from './json.ts';
import { markEnums } from './open-enums.ts';
import { applyOverlay, type Overlay, type Updated } from './overlay.ts';
import { fillPlaceholders } from './placeholders.ts';
import { inlineComponents, wrongReferences } from './references.ts';
import { fillScopes } from './scopes.ts';
import { wrongForm } from './subset.ts';
import { childOf, nodeAt, readYaml, type YamlFile } from './yaml.ts';

export interface Complete {
  readonly document: Json;
  readonly origins: Origins;
}

/** The sources of the document. */
export interface Origins {
  readonly operations: YamlFile;
  readonly overlay: YamlFile | undefined;
  /** The operations with components where they are used, before the overlay and derived parts. */
  readonly written: Json;
  readonly updated: readonly Updated[];
  /** The places of updates that match no operation. */
  readonly unmatched: readonly string[];
  /** The keys of components that nothing refers to. They are not in the document. */
  readonly unused: readonly (readonly string[])[];
  /** What is wrong in the files themselves. With an overlay of a wrong form, it is not applied. */
  readonly problems: readonly Finding[];
  readonly isOverlaid: boolean;
  /** The place of the description that `Describe` returned. */
  readonly described: string | undefined;
}

/** Returns the description of a contract that is written in files beside it, and their place. */
export type Describe = (
  file: string,
) => Promise<{ readonly text: string; readonly place: string } | undefined>;

const OVERLAY = 'every-operation.yaml';

/**
 * Completes a contract.
 *
 * @param file the operations; the overlay for all operations is beside it
 * @param describe returns the description; without `describe`, `info.description` stays
 * @throws ContractError if a file cannot be read
 */
export async function completeContract(file: string, describe?: Describe): Promise<Complete> {
  const { operations, overlay } = await readFiles(file);
  const { document, overlay: update, unused } = inlineComponents(operations.data, overlay?.data);
  const written = structuredClone(document);
  fillScopes(document);
  const applied = overlay && update ? applyUpdate(document, overlay, update) : NOT_OVERLAID;
  fillPlaceholders(document);
  markEnums(document);
  const description = await describe?.(file);
  if (description && isObject(document.info)) document.info.description = description.text;
  const ofFiles = (overlay ? [operations, overlay] : [operations]).flatMap((one) => [
    ...one.problems,
    ...wrongReferences(one),
  ]);
  const { problems, ...others } = applied;
  const own = { operations, overlay, written, unused, described: description?.place };
  return { document, origins: { ...own, ...others, problems: [...ofFiles, ...problems] } };
}

const NOT_OVERLAID = { updated: [], unmatched: [], problems: [], isOverlaid: false };

/** Applies the overlay, unless it has a wrong form. */
function applyUpdate(document: Json, { document: yaml, placeOf }: YamlFile, update: Json) {
  const placeOfKeys = (keys: readonly string[]) => {
    const pair = childOf(nodeAt(yaml, keys.slice(0, -1)), keys.at(-1) ?? '');
    return placeOf(pair?.key ?? pair?.value);
  };
  const wrong = wrongForm(update, 'overlay');
  if (wrong.length > 0) {
    const problems = wrong.map((one) => ({ ...one, place: placeOfKeys(one.keys) }));
    return { ...NOT_OVERLAID, problems };
  }
  const { updated, unmatched } = applyOverlay(document, update as Overlay);
  const places = unmatched.map((index) => placeOfKeys(['actions', String(index)]));
  return { updated, unmatched: places, problems: [], isOverlaid: true };
}

async function readFiles(file: string) {
  const overlayFile = join(dirname(file), OVERLAY);
  const [operations, overlay] = await Promise.all([
    readYaml(file),
    existsSync(overlayFile) ? readYaml(overlayFile) : undefined,
  ]);
  if (operations.isReadable && overlay?.isReadable !== false) return { operations, overlay };
  throw new ContractError([...operations.problems, ...(overlay?.problems ?? [])]);
}
