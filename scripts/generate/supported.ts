// The table of SUPPORTED.md that says what to write instead of each key that is not supported.

import { parse } from 'yaml';

const BEGIN = '<!-- made of scripts/contract/subset.yaml -->\n\n';
const END = '\n<!-- end -->\n';

/**
 * Writes the table anew.
 *
 * @param page SUPPORTED.md
 * @param subset subset.yaml
 * @throws if the page has no place for the table
 */
export function supportedPage(page: string, subset: string): string {
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error('SUPPORTED.md has no place for its table of keys.');
  const instead: Readonly<Record<string, string>> = parse(subset)['x-instead'];
  const rows = Object.entries(instead).map(([keys, cure]) => {
    const names = keys.split(', ').map((key) => `\`${key}\``);
    return `| ${names.join(', ')} | refused | ${cure} |\n`;
  });
  return `${before}${BEGIN}| Key | | |\n| --- | --- | --- |\n${rows.join('')}${END}${after}`;
}
