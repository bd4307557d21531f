// Code of a guide that goes into a file. It begins with the imports that it needs, so that it
// compiles whatever the file has imported before.

import { readFile, writeFile } from 'node:fs/promises';

/** The imports at the beginning of a snippet, and what follows them. */
export function splitImports(snippet: string): [imports: string, code: string] {
  const [, imports = '', code = ''] = /^((?:import [^\n]*\n)*)(.*)$/s.exec(snippet) ?? [];
  return [imports, code];
}

const IMPORT = /^import (type )?\{ (.*) \} (from .*;)\n/gm;

/** Adds those imports to a file that it lacks. */
export async function addImports(file: string, imports: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [present = ''] = /^.*^import [^;]*;\n/ms.exec(text) ?? [];
  const lacks = (name: string) => !new RegExp(`\\b${name}\\b`).test(present);
  const missing = [...imports.matchAll(IMPORT)].flatMap(([, type = '', names = '', from]) =>
    names
      .split(', ')
      .filter((name) => lacks(name.replace('type ', '')))
      .map((name) => `import ${type}{ ${name} } ${from}\n`),
  );
  if (missing.length > 0) await writeFile(file, text.replace(/^(?=import )/m, missing.join('')));
}
