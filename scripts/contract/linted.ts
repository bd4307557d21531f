import { completeContract, type Describe } from './complete.ts';
import { brokenRules } from './house-rules.ts';
import { type Json, pointerOf } from './json.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';
import type { Finding } from './subset.ts';
import { unsupported } from './unsupported.ts';

/** What is wrong with a contract, each in a line that begins with the place. */
interface Linted {
  readonly file: string;
  readonly lines: readonly string[];
  readonly placeOf: PlaceOf;
  /** What is made of supported parts only, and can be checked further. */
  readonly document?: Json;
}

/** As `redocly lint` reports it. */
interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Checks contracts, all in one run of Redocly, which takes most of the time to start. */
export async function lint(files: readonly string[], describe?: Describe): Promise<Linted[]> {
  const contracts = await Promise.all(files.map((file) => read(file, describe)));
  const documents = contracts.flatMap(({ document }) => (document ? [document] : []));
  const reports = documents.length > 0 ? await runRedocly('lint', documents) : [];
  return contracts.map((contract) => {
    const { document, placeOf } = contract;
    if (!document) return contract;
    const { problems } = reports[documents.indexOf(document)] as { problems: Problem[] };
    const ofStyle = problems.map(({ ruleId, message, location }) => {
      return `${placeOf(location[0]?.pointer ?? '#/')} ${message} (${ruleId})`;
    });
    const lines = [...ofStyle, ...linesOf(brokenRules(document), placeOf)];
    // A part that is used twice is reported twice.
    return { ...contract, lines: [...new Set(lines)] };
  });
}

/** Finds what cannot be completed, and what is not supported: it comes before style. */
async function read(file: string, describe?: Describe): Promise<Linted> {
  try {
    const complete = await completeContract(file, describe);
    const placeOf = findPlaces(complete);
    const { document, origins } = complete;
    const unused = origins.unused.map((keys) => ({ keys, message: UNUSED }));
    const found = linesOf([...unsupported(complete), ...unused], placeOf);
    return { file, lines: [...new Set(found)], placeOf, ...(found.length === 0 && { document }) };
  } catch (error) {
    return { file, lines: [(error as Error).message], placeOf: String };
  }
}

const UNUSED = 'Remove it, or refer to it: nothing does.';

function linesOf(findings: readonly Finding[], placeOf: PlaceOf): string[] {
  return findings.map(({ keys, message, place, rule = 'supported' }) => {
    return `${place ?? placeOf(pointerOf(keys))} ${message} (${rule})`;
  });
}
