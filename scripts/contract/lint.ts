import { completeContract, type Describe } from './complete-contract.ts';
import { brokenHouseRules } from './house-rules.ts';
import { type Json, pointerOf } from './json.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';
import type { Finding } from './subset.ts';
import { unsupported } from './unsupported-parts.ts';
import { ContractError } from './yaml.ts';

/** The findings about a contract, each as a line that begins with its place. */
interface LintResult {
  readonly file: string;
  readonly lines: readonly string[];
  /** Present if the contract has only supported parts, so that style can be checked. */
  readonly supported?: { readonly document: Json; readonly placeOf: PlaceOf };
}

/** As `redocly lint` reports it. */
interface Report {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

/** Checks contracts, all in one run of Redocly, because its start takes most of the time. */
export async function lint(files: readonly string[], describe?: Describe): Promise<LintResult[]> {
  const contracts = await Promise.all(files.map((file) => supportedContract(file, describe)));
  const documents = contracts.flatMap(({ supported }) => (supported ? [supported.document] : []));
  const reports = documents.length > 0 ? await runRedocly('lint', documents) : [];
  return contracts.map((contract) => {
    const { file, supported } = contract;
    if (!supported) return contract;
    const { document, placeOf } = supported;
    const { problems } = reports[documents.indexOf(document)] as Report;
    const ofRedocly = problems.map(({ ruleId, message, location }) => {
      return `${placeOf(location[0]?.pointer ?? '#/')} ${message} (${ruleId})`;
    });
    const lines = [...ofRedocly, ...linesOf(brokenHouseRules(document), placeOf)];
    // A component that is used twice has the same findings twice.
    return { file, lines: [...new Set(lines)] };
  });
}

/** Completes a contract, and finds its unsupported parts, which are reported before style. */
async function supportedContract(file: string, describe?: Describe): Promise<LintResult> {
  try {
    const complete = await completeContract(file, describe);
    const placeOf = findPlaces(complete);
    const { document, origins } = complete;
    const unused = origins.unused.map((keys) => ({ keys, message: UNUSED }));
    const lines = new Set(linesOf([...unsupported(complete), ...unused], placeOf));
    if (lines.size > 0) return { file, lines: [...lines] };
    return { file, lines: [], supported: { document, placeOf } };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { file, lines: [error.message] };
  }
}

const UNUSED = 'Remove it, or refer to it: nothing does.';

function linesOf(findings: readonly Finding[], placeOf: PlaceOf): string[] {
  return findings.map(({ keys, message, place, rule = 'supported' }) => {
    return `${place ?? placeOf(pointerOf(keys))} ${message} (${rule})`;
  });
}
