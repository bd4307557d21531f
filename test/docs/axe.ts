import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/*
 * The rules of axe: WCAG 2.2 A and AA, and best practices.
 */

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/**
 * What axe finds, by rule. It is evaluated, since the page's policy allows no added script.
 *
 * @param selector of the part of the page that is checked
 */
export async function violations(page: Page, selector = 'html'): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate(
    `axe.run('${selector}').then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
