import { readFile } from 'node:fs/promises';

/** What compose.yaml ships, in which `$` is doubled. */
const compose = (
  await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8')
).replaceAll('$$', '$');

/** The configuration of its balancer. */
export function shippedBalancer(): string {
  const [, text = ''] = /\n {4}content: \|\n((?: {6}.*\n|\n)+)/.exec(compose) ?? [];
  return text.replace(/^ {6}/gm, '');
}

/** How long its instances drain. */
export function shippedDrainSeconds(): string {
  return /DRAIN_SECONDS: "(\d+)"/.exec(compose)?.[1] ?? '';
}
