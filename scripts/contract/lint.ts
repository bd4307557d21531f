import { runRedocly } from './redocly.ts';

const HELP = `Checks the contract against the rules in scripts/contract/.

  npm run contract:lint               checks openapi/openapi.yaml
  npm run contract:lint -- FILE...    checks others

Names each problem with its line and column, and exits with 1 when there is one.
`;

const CONTRACT = 'openapi/openapi.yaml';

/** For rules of Redocly whose message leaves open what to do. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  'no-unresolved-refs': ': name a component that this file has.',
  'no-unused-components': ' Use it, or take it away.',
  'operation-singular-tag': ': keep the one whose handlers it belongs to.',
};

interface LintReport {
  readonly problems: readonly Problem[];
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly {
    readonly start?: { readonly line: number; readonly col: number };
  }[];
  readonly suggest: readonly string[];
}

await main(process.argv.slice(2));

async function main(args: string[]) {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const files = args.length > 0 ? args : [CONTRACT];
  const reports = await lint(files);
  files.forEach((file, index) => {
    // A part that is used twice is reported twice.
    const lines = new Set(
      reports[index]?.problems.map((problem) => `${file}${describe(problem)}\n`),
    );
    for (const line of lines) process.stderr.write(line);
    if (lines.size > 0) process.exitCode = 1;
    else process.stdout.write(`${file} keeps all rules.\n`);
  });
}

/** @throws with the line where a file is not YAML */
async function lint(files: string[]): Promise<LintReport[]> {
  try {
    return (await runRedocly('lint', files)) as LintReport[];
  } catch (error) {
    // Loaded only here, since it takes longer than all the rest.
    const { readContract } = await import('../generate/contract.ts');
    for (const file of files) await readContract(file);
    throw error;
  }
}

function describe({ ruleId, message, location, suggest }: Problem) {
  const { line, col } = location[0]?.start ?? { line: 1, col: 1 };
  const hint = suggest.length > 0 ? ` Did you mean ${suggest.join(', ')}?` : '';
  return `:${line}:${col} ${message}${WHAT_TO_DO[ruleId] ?? ''}${hint} (${ruleId})`;
}
