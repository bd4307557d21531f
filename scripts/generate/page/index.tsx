import type { CodeSample } from '../code-samples.ts';
import { operationsOf } from '../described/operations.ts';
import type { Json } from '../json.ts';
import { changelogPage } from './changelog.tsx';
import { documentationPage } from './documentation.tsx';
import { loadLanguages } from './highlight.ts';
import { searchIndex } from './search.ts';

/*
 * The pages for people, made of the complete contract and the changelog.
 */

export interface Site {
  readonly contract: Json;
  readonly info: Info;
  readonly changelog: string;
  /** A sample of each language, in the order in which they are offered. */
  readonly languages: readonly CodeSample[];
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  /** The guides. */
  readonly description?: string;
}

/** Renders the pages as HTML. */
export async function renderPages(contract: Json, changelog: string) {
  const samples = operationsOf(contract).flatMap(
    ({ operation }) => operation['x-codeSamples'] ?? [],
  );
  const languages = [...new Map(samples.map((sample) => [sample.label, sample])).values()];
  const info = contract.info as unknown as Info;
  const blocks = [info.description ?? '', changelog].join('\n').matchAll(/^ *```([\w-]+)$/gm);
  await loadLanguages([
    'json',
    ...languages.map(({ lang }) => lang),
    ...[...blocks].map(([, language = '']) => language),
  ]);
  const site = { contract, info, changelog, languages };
  const { html, entries } = documentationPage(site);
  return {
    pages: { documentation: html, changelog: changelogPage(site) },
    searchIndex: searchIndex(entries),
  };
}
