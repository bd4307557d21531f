import { completeContract } from '../generate/complete.ts';
import { pointerOf } from '../generate/json.ts';
import { CONTRACT } from '../generate/sources.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';
import { sourceFindings, supportedPart, unsupported } from './supported/index.ts';

const HELP = `Checks the complete contract against the rules in scripts/contract/.

  npm run contract:lint               checks openapi/
  npm run contract:lint -- FILE...    checks others: each a file of operations, beside which is what
                                      holds for all of them (every-operation.yaml), or a complete contract

Names each problem with the file, line and column to edit, and exits with 1 when there is one.
`;

/** For rules of Redocly whose message leaves open what to do. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  'no-unresolved-refs': ': name a component that this file has.',
  'operation-singular-tag': ': keep the one whose handlers it belongs to.',
};

/** A contract that could be completed, and what is wrong with it already. */
interface Readable {
  readonly file: string;
  /** What Redocly looks at; nothing where the contract has a form that it cannot read. */
  readonly document: object | undefined;
  readonly placeOf: PlaceOf;
  readonly problems: readonly string[];
  /** The places of problems that are reported already. */
  readonly known: ReadonlySet<string>;
}

interface LintReport {
  readonly problems: readonly Problem[];
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
  readonly suggest: readonly string[];
}

await main(process.argv.slice(2));

async function main(args: string[]) {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const read = await Promise.all((args.length > 0 ? args : [CONTRACT]).map(readContract));
  const readable = read.filter((one) => one !== undefined);
  if (readable.length === 0) return;
  // In one run, since Redocly takes most of the time to start.
  const checked = readable.filter(({ document }) => document !== undefined);
  const documents = checked.map(({ document }) => document as object);
  const reports = (documents.length > 0 ? await runRedocly('lint', documents) : []) as LintReport[];
  for (const contract of readable) {
    report(contract, reports[checked.indexOf(contract)]?.problems ?? []);
  }
}

/** Reports at once what cannot be completed. */
async function readContract(file: string): Promise<Readable | undefined> {
  try {
    const complete = await completeContract(file);
    const placeOf = findPlaces(complete);
    const found = unsupported(complete);
    const placed = [
      ...found.map(({ keys, message }) => ({ place: placeOf(pointerOf(keys)), message })),
      ...sourceFindings(complete),
    ];
    const problems = [
      ...placed.map(({ place, message }) => `${place} ${message} (supported)`),
      ...complete.unused.map(
        (pointer) =>
          `${placeOf(pointer)} Nothing uses this component. Use it, or remove it. (no-unused-components)`,
      ),
    ];
    const known = new Set(placed.map(({ place }) => place));
    return { file, document: supportedPart(complete, found), placeOf, problems, known };
  } catch (error) {
    fail([(error as Error).message]);
    return undefined;
  }
}

function report({ file, placeOf, problems, known }: Readable, found: readonly Problem[]) {
  const others = found.filter((problem) => !known.has(placeFor(problem, placeOf)));
  // A part that is used twice is reported twice.
  const lines = new Set([...others.map((problem) => describe(problem, placeOf)), ...problems]);
  if (lines.size > 0) fail(lines);
  else process.stdout.write(`${file} keeps all rules.\n`);
}

function fail(lines: Iterable<string>) {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

function describe(problem: Problem, placeOf: PlaceOf) {
  const { ruleId, message, suggest } = problem;
  const hint = suggest.length > 0 ? ` Did you mean ${suggest.join(', ')}?` : '';
  return `${placeFor(problem, placeOf)} ${message}${WHAT_TO_DO[ruleId] ?? ''}${hint} (${ruleId})`;
}

function placeFor({ ruleId, location }: Problem, placeOf: PlaceOf) {
  const { pointer = '#/' } = location[0] ?? {};
  return placeOf(ruleId === 'no-unresolved-refs' ? `${pointer}/$ref` : pointer);
}
