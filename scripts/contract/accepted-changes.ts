// The changes that break clients and that the team accepts all the same, each with its reason.

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { compileCheck } from '../../src/platform/schema/validation.ts';
import { NOT_COMPARED } from './change-rules.ts';
import { type Change, dayAfter } from './changes.ts';
import type { Notice } from './model.ts';

/** An entry of `accepted-changes.yaml`. */
interface AcceptedChange {
  /** The rule and the place, as `npm run contract:diff` prints them. */
  readonly rule: string;
  readonly place: string;
  readonly reason: string;
  /** The release whose changelog announced the change. */
  readonly announced?: string;
  /** Whether the service never did what the contract said: then nobody relies on it. */
  readonly neverServed?: boolean;
}

const text = { type: 'string', minLength: 1 };
const ENTRIES = {
  type: 'object',
  properties: {
    entries: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          rule: text,
          place: text,
          reason: text,
          announced: text,
          neverServed: { type: 'boolean' },
        },
        required: ['rule', 'place', 'reason'],
        additionalProperties: false,
      },
    },
  },
};
const checkEntries = compileCheck(ENTRIES, {
  source: 'json',
  direction: 'request',
  noun: 'field',
  allErrors: true,
});

/**
 * Reads the accepted changes. No file is an empty list.
 *
 * @throws with the name of the file, and a line for each entry that cannot be read
 */
export async function readAcceptedChanges(file: string): Promise<readonly AcceptedChange[]> {
  const yaml = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const entries = parsed(yaml, file) ?? [];
  const problems = checkEntries({ entries });
  if (problems.length > 0) throw new Error(problems.map((one) => `${file}: ${one}`).join('\n'));
  return entries;
}

function parsed(yaml: string, file: string) {
  try {
    return parse(yaml);
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

export interface Acceptance {
  /** The changes, in which `accepted` has replaced the kind of those that pass. */
  readonly changes: readonly (Omit<Change, 'kind'> & {
    readonly kind: Change['kind'] | 'accepted';
  })[];
  /** What is wrong with entries. */
  readonly problems: readonly string[];
}

/**
 * Accepts the changes that entries name.
 *
 * @param releaseDay the day on which a version was released; undefined for any other text
 * @param today a day such as `2030-12-05`
 */
export function acceptChanges(
  changes: readonly Change[],
  entries: readonly AcceptedChange[],
  notice: Notice,
  releaseDay: (version: string) => string | undefined,
  today: string,
): Acceptance {
  const problems: string[] = [];
  const accepted = new Set<Change>();
  for (const entry of entries) {
    const { rule, place } = entry;
    const about = (problem: string) => problems.push(`${rule} of ${place}: ${problem}`);
    const matching = changes.filter(
      (change) => change.rule === rule && change.where === place && isBreak(change),
    );
    if (matching.length === 0) about('no such change breaks anything. Remove the entry.');
    for (const change of matching) {
      // Of what cannot be compared, only the reason can say whether it breaks anything.
      const isKnown = change.kind === 'breaking' && change.rule !== NOT_COMPARED;
      const problem = isKnown && missingNotice(change, entry);
      if (problem) about(problem);
      else accepted.add(change);
    }
  }
  return {
    problems,
    changes: changes.map((one) => (accepted.has(one) ? { ...one, kind: 'accepted' } : one)),
  };

  /** Why a change comes too soon; undefined if clients had their notice. */
  function missingNotice({ stability = 'stable' }: Change, entry: AcceptedChange) {
    const days = notice[stability] ?? 0;
    if (days === 0 || entry.neverServed) return undefined;
    if (entry.announced === undefined) {
      return (
        'name in `announced` the release that announced it, or write `neverServed: true` ' +
        'if the service never did what the contract said.'
      );
    }
    const day = releaseDay(entry.announced);
    if (day === undefined) return `the changelog has no release ${entry.announced} with its day.`;
    const end = dayAfter(day, days);
    return end <= today ? undefined : `clients have ${days} days from ${day}: wait until ${end}.`;
  }
}

/** Whether a change needs an entry, or a new major version. */
export function isBreak({ kind }: { readonly kind: string }): boolean {
  return kind === 'breaking' || kind === 'breaks generated code';
}
