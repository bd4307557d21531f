import { completeContract, type Describe } from './complete.ts';
import { pointerOf } from './json.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';
import { unsupported } from './unsupported.ts';
import { unusedComponents } from './unused-components.ts';

/** What is wrong with a contract, each in a line that begins with the place. */
interface Linted {
  readonly file: string;
  readonly lines: readonly string[];
  readonly placeOf: PlaceOf;
  /** What is made of supported parts only, and can be checked further. */
  readonly document?: object;
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
  const documents = contracts.flatMap(({ document = [] }) => document);
  const reports = documents.length > 0 ? await runRedocly('lint', documents) : [];
  return contracts.map((contract) => {
    const { document, placeOf } = contract;
    if (!document) return contract;
    const { problems } = reports[documents.indexOf(document)] as { problems: Problem[] };
    const lines = problems.map(({ ruleId, message, location }) => {
      return `${placeOf(location[0]?.pointer ?? '#/')} ${message} (${ruleId})`;
    });
    // A part that is used twice is reported twice.
    return { ...contract, lines: [...new Set(lines)] };
  });
}

/** Finds what cannot be completed, and what is not supported: it comes before style. */
async function read(file: string, describe?: Describe): Promise<Linted> {
  try {
    const complete = await completeContract(file, describe);
    const placeOf = findPlaces(complete);
    const findings = [...unsupported(complete), ...unusedComponents(complete)];
    const found = findings.map(({ keys, message, place, rule = 'supported' }) => {
      return `${place ?? placeOf(pointerOf(keys))} ${message} (${rule})`;
    });
    const { document } = complete;
    return { file, lines: [...new Set(found)], placeOf, ...(found.length === 0 && { document }) };
  } catch (error) {
    return { file, lines: [(error as Error).message], placeOf: String };
  }
}
