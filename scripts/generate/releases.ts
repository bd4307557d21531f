import { marked, type Token } from 'marked';
import { headingId } from './markdown/guides.ts';

/** A section of the changelog. */
export interface Release {
  readonly title: string;
  /** Where it begins on the page of the changelog. */
  readonly id: string;
  readonly version: string;
  /** A calendar date. */
  readonly date: string;
  readonly html: string;
}

const HEADING = /^(\S+) \((\d{4}-\d{2}-\d{2})\)$/;

/**
 * The releases in a changelog, in its order: sections with a heading such as `1.0.0 (2026-11-21)`. What has
 * no date yet is not released.
 */
export function releasesIn(changelog: string): Release[] {
  const releases: { heading: string; tokens: Token[] }[] = [];
  for (const token of marked.lexer(changelog)) {
    const isHeading = token.type === 'heading' && token.depth === 2;
    if (isHeading) releases.push({ heading: token.text, tokens: [] });
    else releases.at(-1)?.tokens.push(token);
  }
  return releases.flatMap(({ heading: title, tokens }) => {
    const [, version, date] = HEADING.exec(title) ?? [];
    if (version === undefined || date === undefined) return [];
    return [{ title, id: headingId(title), version, date, html: marked.parser(tokens) }];
  });
}
