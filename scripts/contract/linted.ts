import { completeContract } from '../generate/complete.ts';
import { pointerOf } from '../generate/json.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';
import { unsupported } from './unsupported.ts';

/** What is wrong with a contract, each in a line that begins with the place. */
export interface Linted {
  readonly file: string;
  readonly lines: readonly string[];
}

/** A contract that is made of supported parts only has a document to check further. */
interface Read extends Linted {
  readonly document?: object;
  readonly placeOf: PlaceOf;
}

/** As `redocly lint` reports it. */
interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Checks contracts, all in one run of Redocly, which takes most of the time to start. */
export async function lint(files: readonly string[]): Promise<Linted[]> {
  const contracts = await Promise.all(files.map(read));
  const documents = contracts.flatMap(({ document = [] }) => document);
  const reports = documents.length > 0 ? await runRedocly('lint', documents) : [];
  return contracts.map(({ file, lines, document, placeOf }) => {
    if (!document) return { file, lines };
    const { problems } = reports[documents.indexOf(document)] as { problems: Problem[] };
    // A part that is used twice is reported twice.
    return { file, lines: [...new Set(problems.map((problem) => describe(problem, placeOf)))] };
  });
}

/** Finds what cannot be completed, and what is not supported: it comes before style. */
async function read(file: string): Promise<Read> {
  try {
    const complete = await completeContract(file);
    const placeOf = findPlaces(complete);
    const found = unsupported(complete).map(({ keys, message, rule = 'supported' }) => {
      return `${placeOf(pointerOf(keys))} ${message} (${rule})`;
    });
    const { document } = complete;
    return { file, lines: [...new Set(found)], placeOf, ...(found.length === 0 && { document }) };
  } catch (error) {
    return { file, lines: [(error as Error).message], placeOf: String };
  }
}

function describe({ ruleId, message, location }: Problem, placeOf: PlaceOf) {
  return `${placeOf(location[0]?.pointer ?? '#/')} ${message} (${ruleId})`;
}
