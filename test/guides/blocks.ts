// The code of guides that says where it goes, and how a person writes it there.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeBlocksOf } from '../support/markdown.ts';
import { addImports, splitImports } from '../support/snippets.ts';

/** The recipe that NEW-MAJOR.md has for an example. */
export const MAJOR_EXAMPLE = 'Change a field in a new major version';

export interface Block {
  readonly language: string;
  /** Where it goes: a file, and a place in it. */
  readonly file: string;
  readonly place: string | undefined;
  readonly text: string;
}

/** The blocks of a guide whose first line says where they go, in their order. */
export function blocksOf(guide: string): readonly Block[] {
  return codeBlocksOf(guide).flatMap(({ language, text }) => {
    const [mark = '', file, place] = /^(?:#|\/\/|--) ([\w./-]+)(?:, (.+))?\n/.exec(text) ?? [];
    return file === undefined ? [] : [{ language, file, place, text: text.slice(mark.length) }];
  });
}

/** What is found at a place in a file, and what takes its place. */
interface Change {
  readonly found: string | RegExp;
  readonly replacement: (found: string, text: string) => string;
}

const after: Change['replacement'] = (found, text) => found + text;
const instead: Change['replacement'] = (_found, text) => text;

const PLACES: readonly (readonly [place: RegExp, change: (name: string) => Change])[] = [
  [/^in paths$/, () => ({ found: /^paths:\n/m, replacement: after })],
  [/^in (\/\S+)$/, (path) => ({ found: `\n  ${path}:\n`, replacement: after })],
  [/^in model (\w+)$/, (model) => ({ found: `model ${model} {\n`, replacement: after })],
  [/^in STORE_ERRORS$/, () => ({ found: /STORE_ERRORS = \{\n/, replacement: after })],
  [
    /^at the end of (\w+)$/,
    (list) => ({
      found: new RegExp(`(?<=^ +${list}: \\[\n.*?)(?=^ +\\],$)`, 'ms'),
      replacement: instead,
    }),
  ],
  [/^at its end$/, () => ({ found: /$/, replacement: (_found, text) => `\n${text}` })],
  [
    /^in place of (\w+)$/,
    (name) => ({
      found: new RegExp(`^export function ${name}\\b.*?^\\}\n`, 'ms'),
      replacement: instead,
    }),
  ],
  [
    /^in the object that (\w+) returns$/,
    () => ({ found: /(?<=,\n)(?= {2}\};\n\}\n)/, replacement: instead }),
  ],
  [
    /^above its return$/,
    () => ({
      found: /^ {2}return \{[\w,\s]+\};\n(?=\}\n)/m,
      replacement: (found, text) => {
        const names = [...text.matchAll(/^ {2}const (\w+): Handler</gm)].map(([, name]) => name);
        return text + found.replace(/,?\s+\};/, `, ${names.join(', ')} };`);
      },
    }),
  ],
];

/** @throws if no such place is known */
function changeAt(place: string): Change {
  for (const [pattern, changeOf] of PLACES) {
    const found = pattern.exec(place);
    if (found) return changeOf(found[1] ?? '');
  }
  throw new Error(`Where is "${place}"?`);
}

/** Writes a block where it says. @throws if the file has no such place */
export async function writeBlock(cwd: string, block: Block): Promise<void> {
  const file = join(cwd, block.file);
  if (block.language === 'diff') {
    for (const hunk of block.text.split('@@\n')) {
      const side = (mark: string) =>
        [...hunk.matchAll(/^([ +-])(.*\n)/gm)]
          .map(([, sign, line]) => (sign === ' ' || sign === mark ? line : ''))
          .join('');
      await change(file, side('-'), () => side('+'));
    }
  } else if (block.place === undefined) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, block.text);
  } else {
    const { found, replacement } = changeAt(block.place);
    const [imports, text] = splitImports(block.text);
    await change(file, found, (place) => replacement(place, text));
    await addImports(file, imports);
  }
}

async function change(file: string, found: string | RegExp, replace: (found: string) => string) {
  const before = await readFile(file, 'utf8');
  const changed = before.replace(found, replace);
  if (changed === before) throw new Error(`${file} has no place for it: ${found}`);
  await writeFile(file, changed);
}
