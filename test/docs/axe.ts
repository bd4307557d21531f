import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/**
 * What axe finds against all of its rules: WCAG 2.2 A and AA, and best practices. It is evaluated, since the
 * page's policy allows no added script.
 *
 * @param selector of the part of the page that is checked
 */
export async function violations(page: Page, selector = 'html'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const found = (await page.evaluate(`
    axe.run('${selector}', { resultTypes: ['violations'] }).then(({ violations }) => violations)
  `)) as Violation[];
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
