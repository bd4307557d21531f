import fc from 'fast-check';
import { isObject, type Json } from '../generate/json.ts';
import { refreshExamples } from './examples.ts';
import { type Gene, MUTATIONS } from './mutations.ts';

/** A contract that was changed at random. */
export interface Mutant {
  readonly document: Json;
  /** What was changed, for who reads a failure. */
  readonly changes: readonly string[];
}

interface Genes {
  readonly paths: readonly number[];
  readonly genes: readonly Gene[];
}

const natural = fc.nat({ max: 10_000 });
const genes: fc.Arbitrary<Genes> = fc.record({
  paths: fc.array(natural, { minLength: 1, maxLength: 2 }),
  genes: fc.array(fc.record({ kind: natural, place: natural, choice: natural }), {
    minLength: 1,
    maxLength: 2,
  }),
});

/** Contracts with one or two paths of another, and one or two changes each. */
export function mutantsOf(document: Json, count: number, seed: number): Mutant[] {
  return fc.sample(genes, { numRuns: count, seed }).map((one) => mutate(document, one, seed));
}

function mutate(document: Json, { paths, genes }: Genes, seed: number): Mutant {
  const mutant = excerpt(document, paths);
  const changes = genes.map((gene) => change(mutant, gene));
  refreshExamples(mutant, seed);
  keepUsed(mutant);
  return { document: mutant, changes };
}

/** Makes the first change that is possible, from the one that the gene decides on. */
function change(document: Json, gene: Gene): string {
  for (const index of MUTATIONS.keys()) {
    const mutation = MUTATIONS[(gene.kind + index) % MUTATIONS.length];
    const said = mutation?.(document, gene);
    if (said !== undefined) return said;
  }
  return 'nothing';
}

function excerpt(document: Json, picks: readonly number[]): Json {
  const all = Object.entries(document.paths as Json);
  const chosen = new Set(picks.map((pick) => all[pick % all.length]?.[0]));
  // A deprecated operation names this one as its successor.
  if (chosen.has('/lifecycle/deprecated')) chosen.add('/lifecycle/beta');
  const paths = Object.fromEntries(all.filter(([path]) => chosen.has(path)));
  const copy: Json = structuredClone({ ...document, paths });
  keepUsed(copy);
  return copy;
}

/** Removes the schemas that nothing refers to, and the tags of no operation. */
function keepUsed(document: Json): void {
  const components = document.components as { schemas: Json };
  const used = new Set<string>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(value.$ref))?.[1];
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      visit(components.schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(document.paths);
  const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
  components.schemas = Object.fromEntries(schemas);
  const text = JSON.stringify(document.paths);
  const tags = document.tags as { name: string }[];
  document.tags = tags.filter(({ name }) => text.includes(`"tags":["${name}"]`));
}
