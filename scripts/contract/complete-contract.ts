import { bundle, type Part } from './bundle.ts';
import { inlineComponents } from './components.ts';
import { type ContractFile, type ContractFiles, readContractFiles } from './contract-files.ts';
import { addDerivedExamples } from './derived-examples.ts';
import { isObject, type Json } from './json.ts';
import { applyOverlay, type Overlay, type Updated } from './overlay.ts';
import { fillScopes } from './scopes.ts';
import { wrongForm } from './subset.ts';
import { ContractError, childOf, nodeAt } from './yaml.ts';

/*
 * The complete contract: one document with the operations and the parts that all operations share.
 * The service binds and publishes this document; lint and `contract:diff` read it.
 */

export interface Complete {
  readonly document: Json;
  readonly origins: Origins;
}

/** The sources of the document. */
export interface Origins {
  readonly files: ContractFiles;
  /** The operations with the parts of other files that they refer to, and all components. */
  readonly bundled: Json;
  /** The same with components where they are used, before the overlay and derived parts. */
  readonly written: Json;
  /** Where the schemas of other files were written, by name. */
  readonly schemas: ReadonlyMap<string, Part>;
  readonly updated: readonly Updated[];
  /** The places of updates that match no operation. */
  readonly unmatched: readonly string[];
  /** The keys of components that nothing refers to. They are not in the document. */
  readonly unused: readonly (readonly string[])[];
  /** The place of the description that `Describe` returned. */
  readonly described: string | undefined;
}

/** Returns the description of a contract that is written in files beside it, and their place. */
export type Describe = (
  file: string,
  contract: Json,
) => Promise<{ readonly text: string; readonly place: string } | undefined>;

/**
 * Completes a contract.
 *
 * @param file the operations; the overlay for all operations is beside it
 * @param describe returns the description; without `describe`, `info.description` stays
 * @throws ContractError if a file is not YAML, or does not fit the other files
 */
export async function completeContract(file: string, describe?: Describe): Promise<Complete> {
  const files = await readContractFiles(file);
  const { operations: bundled, overlay: actions, schemas } = bundle(files);
  const { document, overlay, unused } = inlineComponents(bundled, actions);
  const written = structuredClone(document);
  fillScopes(document);
  const { updated, unmatched } = applyActions(document, overlay, files.overlay);
  addDerivedExamples(document);
  // The guides contain tables that are made from a contract of the right form.
  const canDescribe = describe !== undefined && wrongForm(document).length === 0;
  const description = canDescribe ? await describe(file, document) : undefined;
  if (description && isObject(document.info)) document.info.description = description.text;
  const described = description?.place;
  const origins = { files, bundled, written, schemas, updated, unmatched, unused, described };
  return { document, origins };
}

function applyActions(document: Json, overlay: Json | undefined, file: ContractFile | undefined) {
  if (!overlay || !file) return { updated: [], unmatched: [] };
  const [wrong] = wrongForm(overlay, 'overlay');
  if (wrong) throw new ContractError(placeOfKeys(file, wrong.keys), wrong.message);
  const { updated, unmatched } = applyOverlay(document, overlay as Overlay);
  const placeOfAction = (index: number) =>
    file.placeOf(nodeAt(file.document, ['actions', String(index)]));
  return { updated, unmatched: unmatched.map(placeOfAction) };
}

/** The place of the last key. */
function placeOfKeys(file: ContractFile, keys: readonly string[]): string {
  const pair = childOf(nodeAt(file.document, keys.slice(0, -1)), keys.at(-1) ?? '');
  return file.placeOf(pair?.key ?? pair?.value);
}
