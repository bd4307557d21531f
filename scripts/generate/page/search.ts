import MiniSearch, { type Options } from 'minisearch';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import options from '../../../src/docs/browser/search-options.json' with { type: 'json' };

/*
 * What can be found by searching. It is noted while it is rendered, so that whatever is found is on the page.
 */

export interface Entry {
  readonly kind: 'guide' | 'operation' | 'parameter' | 'field' | 'header' | 'error';
  readonly title: string;
  /** What it is part of. */
  readonly context: string;
  readonly anchor: string;
  /** Other words that lead to it. */
  readonly text: string;
}

interface Search {
  /** What is being rendered. */
  readonly context: string;
  readonly entries: Entry[];
}

export const Search = createContext<Search>({ context: '', entries: [] });

/**
 * Notes something that is being rendered.
 *
 * @param part where it is in what is being rendered, such as `query` or `201`
 */
export function useEntry(entry: Omit<Entry, 'context'> | undefined, part = ''): void {
  const { context, entries } = useContext(Search);
  const isNamed = entry?.kind === 'parameter' || entry?.kind === 'field';
  if (entry) entries.push({ ...entry, context: isNamed ? `${context}, ${part}` : context });
}

/** The index as JSON. */
export function searchIndex(entries: readonly Entry[]): string {
  const index = new MiniSearch<Entry & { readonly id: number }>(options as Options<Entry>);
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}
