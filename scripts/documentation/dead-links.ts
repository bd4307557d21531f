// Finds links of guides, and entries of the search, that lead nowhere.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Scalar } from 'yaml';
import type { Link } from './guides.ts';
import type { Site } from './page/site.ts';

/**
 * Finds dead links of guides to the page and to pictures, and of their `search.yaml` to the page.
 *
 * @param page the page with the documentation, as HTML
 * @param folders with the guides. Of a search.yaml only that of the last one is checked, since the
 *   platform's is about what any service may have
 * @returns a line for each, which begins with its place
 */
export function deadLinks(
  page: string,
  { links, pictures, folders }: DocumentationLinks,
): string[] {
  const anchors = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
  const isDead = ({ target }: Link) => {
    const [path = '', anchor] = target.split('#');
    return anchor === undefined ? !pictures.has(basename(path)) : !anchors.has(anchor);
  };
  const own = folders.at(-1) ?? '';
  const dead = [...links, ...searchLinks(own)].filter(isDead);
  const named = dead.map(({ target }) => target.replace(/^docs(?=#)/, ''));
  // The page leads to guides, too, as do descriptions of the contract.
  const ofPage = [...new Set([...page.matchAll(/\shref="(#[^"]+)"/g)].map(([, to = '']) => to))]
    .filter((target) => isDead({ place: own, target }) && !named.includes(target))
    .map((target) => `${own} No guide has the heading ${target}, to which the page leads. (links)`);
  return [
    ...dead.map(({ place, target }) => `${place} There is no ${target} to lead to. (links)`),
    ...ofPage,
  ];
}

interface DocumentationLinks {
  readonly links: readonly Link[];
  readonly pictures: Site['pictures'];
  readonly folders: readonly string[];
}

/** The anchors that a `search.yaml` leads to, with their places. */
function searchLinks(folder: string): Link[] {
  const file = join(folder, 'search.yaml');
  if (!existsSync(file)) return [];
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter });
  const words = document.get('words');
  const entries = document.get('entries');
  const anchors: unknown[] = [
    ...(isMap(words) ? words.items.map(({ key }) => key) : []),
    ...(isSeq(entries) ? entries.items.filter(isMap).map((one) => one.get('anchor', true)) : []),
  ];
  return anchors.filter(isScalar).map((anchor: Scalar) => {
    const { line, col } = lineCounter.linePos(anchor.range?.[0] ?? 0);
    return { place: `${file}:${line}:${col}`, target: `#${anchor.value}` };
  });
}
