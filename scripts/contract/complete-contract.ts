// The complete contract: one document with the operations, and with what overlays add to them. The
// service binds and publishes this document; lint and `contract:diff` read it.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ContractError, type Finding } from './finding.ts';
import { isObject, type Json } from './json.ts';
import type { Contract } from './model.ts';
import { markEnums } from './open-enums.ts';
import { type Action, addsParts, applyAction, replacedKeys } from './overlay.ts';
import { fillResponses, fillWords, type Shown } from './placeholders.ts';
import { modelOf } from './read-model.ts';
import { inlineComponents, wrongReferences } from './references.ts';
import { listOf } from './schemas.ts';
import { fillScopes } from './scopes.ts';
import { wrongForm } from './subset.ts';
import { childOf, nodeAt, readYaml, type YamlFile } from './yaml.ts';

export interface Complete {
  readonly document: Json;
  /** The model of the document, which all readers read. */
  readonly contract: Contract;
  readonly origins: Origins;
}

/** The sources of the document. */
export interface Origins {
  /** The file with the operations, as it was written. */
  readonly operations: YamlFile;
  /** The operations with the parts that overlays add, and with references to components. */
  readonly whole: Json;
  readonly updated: readonly Updated[];
  /** The places of updates that match no operation. */
  readonly unmatched: readonly string[];
  /** The keys of components that nothing refers to. They are not in the document. */
  readonly unused: readonly (readonly string[])[];
  /** The keys of written values that an overlay, or the description, has replaced. */
  readonly replaced: readonly (readonly string[])[];
  /** What is wrong in the files themselves. */
  readonly problems: readonly Finding[];
  /** Whether every overlay is applied: one of a wrong form is not. */
  readonly isOverlaid: boolean;
  /** The place of the description that `Describe` returned. */
  readonly described: string | undefined;
}

/** A part of the document that an action of an overlay was merged into. */
interface Updated {
  readonly file: YamlFile;
  /** The position among the actions of the file. */
  readonly index: number;
  readonly keys: readonly string[];
}

/** Returns the description of a contract that is written in files beside it, and their place. */
export type Describe = (
  file: string,
) => Promise<{ readonly text: string; readonly place: string } | undefined>;

/** What is known of a contract beyond its files. */
export interface CompleteOptions {
  /** Without it, `info.description` stays. */
  readonly describe?: Describe | undefined;
  /** Without it, the placeholders for it stay. */
  readonly shown?: Shown | undefined;
}

/**
 * Completes a contract with the overlays that its `x-overlays` lists. A contract without this list
 * is complete.
 *
 * @throws ContractError if a file cannot be read
 */
export async function completeContract(
  file: string,
  { describe, shown }: CompleteOptions = {},
): Promise<Complete> {
  const { operations, overlays } = await readFiles(file);
  const applied = overlays.map(formOf);
  const actions = applied.flatMap(({ actions }) => actions);
  const { 'x-overlays': _, ...own } = operations.data;
  const whole = structuredClone(own);
  // Before references are followed: they may lead to what an overlay adds.
  const added = applyAll(
    whole,
    actions.filter(({ action }) => addsParts(action)),
  );
  fillWords(whole, shown);
  const updates = actions.filter(({ action }) => !addsParts(action));
  const inlined = inlineComponents(
    whole,
    updates.map(({ action }) => action),
    own,
  );
  const { document, unused } = inlined;
  const written = structuredClone(document);
  fillScopes(document);
  const changed = applyAll(
    document,
    updates.map((one, index) => ({ ...one, action: inlined.actions[index] as Action })),
  );
  fillResponses(document);
  fillWords(document, shown);
  const description = await describe?.(file);
  if (description && isObject(document.info)) document.info.description = description.text;
  const contract = modelOf(document);
  markEnums(contract);
  return {
    document,
    contract,
    origins: {
      operations,
      whole,
      updated: [...added.updated, ...changed.updated],
      unmatched: [...added.unmatched, ...changed.unmatched],
      unused,
      replaced: [...replacedKeys(own, whole), ...replacedKeys(written, document)],
      problems: [
        ...[operations, ...overlays].flatMap((one) => [...one.problems, ...wrongReferences(one)]),
        ...applied.flatMap(({ problems }) => problems),
      ],
      isOverlaid: applied.every(({ problems }) => problems.length === 0) && isListed(operations),
      described: description?.place,
    },
  };
}

/** Whether the overlays of a contract, if it has any, are a list. */
function isListed({ data: { 'x-overlays': list = [] } }: YamlFile): boolean {
  return Array.isArray(list);
}

/** An action, and where it was written. */
interface WrittenAction {
  readonly file: YamlFile;
  readonly index: number;
  readonly action: Action;
}

/** The actions of an overlay, or what is wrong with their form. */
function formOf(file: YamlFile): { actions: WrittenAction[]; problems: Finding[] } {
  const problems = wrongForm(file.data, 'overlay').map((one) => {
    return { ...one, place: placeOfKeys(file, one.keys) };
  });
  if (problems.length > 0) return { actions: [], problems };
  const actions = listOf(file.data.actions) as Action[];
  return { actions: actions.map((action, index) => ({ file, index, action })), problems };
}

function applyAll(document: Json, actions: readonly WrittenAction[]) {
  const updated: Updated[] = [];
  const unmatched: string[] = [];
  for (const { file, index, action } of actions) {
    const places = applyAction(document, action);
    updated.push(...places.map((keys) => ({ file, index, keys })));
    if (places.length > 0 || action['x-optional']) continue;
    unmatched.push(placeOfKeys(file, ['actions', String(index)]));
  }
  return { updated, unmatched };
}

function placeOfKeys({ document, placeOf }: YamlFile, keys: readonly string[]): string {
  const pair = childOf(nodeAt(document, keys.slice(0, -1)), keys.at(-1) ?? '');
  return placeOf(pair?.key ?? pair?.value);
}

async function readFiles(file: string) {
  const operations = await readYaml(file);
  const paths = listOf(operations.data['x-overlays']).map((name) => join(dirname(file), `${name}`));
  const missing = paths.flatMap((path, index): Finding[] => {
    if (existsSync(path)) return [];
    const place = placeOfKeys(operations, ['x-overlays', `${index}`]);
    return [
      { keys: [], place, message: `Write the path of an overlay here: there is no ${path}.` },
    ];
  });
  const overlays = missing.length > 0 ? [] : await Promise.all(paths.map(readYaml));
  const files = [operations, ...overlays];
  if (missing.length === 0 && files.every(({ isReadable }) => isReadable)) {
    return { operations, overlays };
  }
  throw new ContractError([...files.flatMap(({ problems }) => problems), ...missing]);
}
