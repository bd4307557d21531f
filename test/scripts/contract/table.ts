import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isObject, mapValues } from '../../../scripts/contract/json.ts';
import { root } from '../../support/scripts.ts';

/** Reads a table of cases, in which `$text` is its part `text`, and `$Cat` refers to a schema. */
export async function readTable<Rows>(name: string): Promise<Record<string, Rows>> {
  const text = await readFile(join(root, 'test/scripts/contract', name), 'utf8');
  const { parts, ...groups } = parse(text);
  return expanded(groups) as Record<string, Rows>;

  function expanded(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(expanded);
    if (isObject(value)) return mapValues(value, expanded);
    const [, name = ''] = /^\$(\w+)$/.exec(String(value)) ?? [];
    if (Object.hasOwn(parts, name)) return expanded(parts[name]);
    return /^[A-Z]/.test(name) ? { $ref: `#/components/schemas/${name}` } : value;
  }
}

/** The JSON of a body. */
export function json(schema: unknown, more: unknown = {}) {
  return { 'application/json': { schema, ...Object.assign({}, more) } };
}
