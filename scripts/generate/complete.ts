import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNode } from 'yaml';
import { addCodeSamples } from './code-samples.ts';
import { readGuides } from './guides.ts';
import { inlineComponents } from './inline.ts';
import type { Json } from './json.ts';
import { ActionError, applyOverlay, type Overlay } from './overlay.ts';
import { parseYaml, readYaml } from './yaml.ts';

/*
 * The complete contract: the operations, what holds for all of them, and the guides, in one document
 * that every parser reads the same. It is what is bound, linted, compared and published.
 */

export const OVERLAY = 'every-operation.yaml';

export interface Complete {
  readonly document: Json;
  /** Pointers to shared components of the operations' file that nothing refers to. */
  readonly unused: readonly string[];
}

/**
 * Completes a contract.
 *
 * @param file the operations; what holds for all of them and the guides are beside it
 * @throws with file and line where one of them is not YAML, or naming what does not fit together
 */
export async function completeContract(file: string): Promise<Complete> {
  const folder = dirname(file);
  const operations = await readOperations(file);
  const overlay = join(folder, OVERLAY);
  if (existsSync(overlay)) await applyOverlayFile(operations, overlay);
  const { document, unused } = inlineComponents(operations);
  const guides = join(folder, 'guides');
  if (existsSync(guides))
    Object.assign(document.info as Json, { description: await readGuides(guides) });
  addCodeSamples(document);
  return { document, unused };
}

async function applyOverlayFile(operations: Json, file: string): Promise<void> {
  const overlay = (await readYaml(file)) as unknown as Overlay;
  try {
    applyOverlay(operations, overlay);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    const { document, placeOf } = await parseYaml(file);
    const action = document.getIn(['actions', error.index], true);
    const place = placeOf(isNode(action) ? (action.range?.[0] ?? 0) : 0);
    throw new Error(`${place} ${error.message}`, { cause: error });
  }
}

async function readOperations(file: string): Promise<Json> {
  const document = await readYaml(file);
  if (!refersToFiles(document)) return document;
  // Loaded only here, since one file is enough for most contracts.
  const { bundle } = await import('../contract/redocly.ts');
  return (await bundle(file)) as Json;
}

function refersToFiles(document: Json): boolean {
  return /"\$ref":"[^#"]/.test(JSON.stringify(document));
}
