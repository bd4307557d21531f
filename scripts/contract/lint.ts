import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeContract } from '../generate/complete.ts';
import { findPlaces } from './places.ts';
import { runRedocly } from './redocly.ts';

const HELP = `Checks the complete contract against the rules in scripts/contract/.

  npm run contract:lint               checks openapi/
  npm run contract:lint -- FILE...    checks others: each a file of operations, beside which is what
                                      holds for all of them (every-operation.yaml), or a complete contract

Names each problem with the file, line and column to edit, and exits with 1 when there is one.
`;

const CONTRACT = 'openapi/openapi.yaml';

/** For rules of Redocly whose message leaves open what to do. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  'no-unresolved-refs': ': name a component that this file has.',
  'operation-singular-tag': ': keep the one whose handlers it belongs to.',
};

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
  const files = args.length > 0 ? args : [CONTRACT];
  for (const file of files) {
    const problems = await check(file);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
    else process.stdout.write(`${file} keeps all rules.\n`);
  }
}

async function check(file: string): Promise<string[]> {
  try {
    const { document, unused } = await completeContract(file);
    const placeOf = await findPlaces(file, document);
    const lines = [
      ...(await lint(document)).map((problem) => describe(problem, placeOf)),
      ...unused.map(
        (pointer) =>
          `${placeOf(pointer)} Nothing uses this component. Use it, or remove it. (no-unused-components)`,
      ),
    ];
    // A part that is used twice is reported twice.
    return [...new Set(lines)];
  } catch (error) {
    return [(error as Error).message];
  }
}

async function lint(document: object): Promise<readonly Problem[]> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  try {
    const complete = join(folder, 'complete.json');
    await writeFile(complete, JSON.stringify(document));
    const [report] = (await runRedocly('lint', [complete])) as LintReport[];
    return report?.problems ?? [];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function describe(
  { ruleId, message, location, suggest }: Problem,
  placeOf: (pointer: string) => string,
) {
  const place = placeOf(location[0]?.pointer ?? '#/');
  const hint = suggest.length > 0 ? ` Did you mean ${suggest.join(', ')}?` : '';
  return `${place} ${message}${WHAT_TO_DO[ruleId] ?? ''}${hint} (${ruleId})`;
}
