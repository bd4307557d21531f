import type { Alternatives, Described, Part } from '../described/schema.ts';
import { code, entry } from './text.ts';

/** What is in a value as a nested list: one entry for each field, item and alternative. */
export function partEntries(parts: readonly Part[]): string[] {
  return parts.map((part) => {
    if (part.kind === 'nothing') return entry('No other fields.');
    if (part.kind === 'anything') return entry('Any other field: any JSON value.');
    if (part.kind === 'repeated') return entry(`As described above for ${code(part.name)}.`);
    if (part.kind === 'alternatives') return alternativesEntry(part);
    return describedEntry(partTitle(part), part);
  });
}

/** An entry for a value. Its facts follow the first paragraph, where they are read. */
export function describedEntry(title: string, described: Omit<Described, 'type'>): string {
  const text = withFacts(described);
  return entry(text === '' ? title : `${title}: ${text}`, partEntries(described.parts));
}

export function withFacts({ description, facts }: Pick<Described, 'description' | 'facts'>) {
  const [opening = '', ...rest] = description.trim().split(/\n{2,}/);
  const start = [opening, ...facts].filter((part) => part !== '').join(' ');
  return [start, ...rest].join('\n\n');
}

function partTitle(part: Extract<Part, Described>): string {
  if (part.kind === 'others') return `Any other field (${part.type})`;
  if (part.kind === 'item') return `Each item (${part.type})`;
  return `${code(part.name)} (${part.type}, ${part.required ? 'required' : 'optional'})`;
}

function alternativesEntry({ words, chosenBy, branches }: Alternatives): string {
  const choice = chosenBy === undefined ? '' : `, which ${code(chosenBy)} says`;
  const entries = branches.map((branch) => describedEntry(branch.type, branch));
  return entry(`${words}${choice}:`, entries);
}
