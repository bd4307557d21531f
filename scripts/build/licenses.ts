// Collects the licenses of the packages in the bundles. Most ask for their text in every copy.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { shippedPackages } from './bill-of-materials.ts';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/**
 * @param bundles what esbuild says of each bundle
 * @returns each text once, below the packages that have it
 */
export function licenseTexts(bundles: readonly Metafile[]): string {
  const namesByText = new Map<string, Set<string>>();
  for (const { name, version, license, folder } of bundles.flatMap(shippedPackages)) {
    if (folder === undefined) continue;
    const text = textOf(folder) || 'The package contains no text of its license.';
    const names = namesByText.get(text) ?? new Set();
    namesByText.set(text, names.add(`${name} ${version} (${license})`));
  }
  const chapters = [...namesByText].map(([text, names]) => {
    return `${[...names].sort().join('\n')}\n\n${text}`;
  });
  return `${chapters.sort().join(RULE)}\n`;
}

function textOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.join('\n\n');
}
