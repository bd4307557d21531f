// Finds the errors of contracts: what is not supported, and what breaks the rules of Redocly or of
// this project. All are found at once, and named by file, line and column.

import { type Complete, type CompleteOptions, completeContract } from './complete-contract.ts';
import { ContractError, type Finding } from './finding.ts';
import { brokenHouseRules, type StatusOf } from './house-rules.ts';
import { asObject, follow, type Json, keysOf, pointerOf } from './json.ts';
import type { Contract } from './model.ts';
import { findPlaces } from './places.ts';
import { lintByRedocly, type RedoclyResult } from './redocly.ts';
import { wrongBesideOthers } from './served-together.ts';
import { unsentFields, unsupported, unusedComponents } from './unsupported-parts.ts';

/** What lint says of a contract. */
interface LintResult {
  readonly file: string;
  /** The findings, each a line that begins with its place. */
  readonly lines: readonly string[];
  /** Undefined if the contract cannot be read. */
  readonly contract: Contract | undefined;
}

/** What belongs to a project, and not to each contract. */
export interface LintOptions extends CompleteOptions {
  readonly statusOf?: StatusOf;
  /** Whether the contracts are those of the major versions that are served together. */
  readonly areServedTogether?: boolean;
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
export async function lint(
  files: readonly string[],
  { statusOf, areServedTogether = false, ...options }: LintOptions = {},
): Promise<LintResult[]> {
  const contracts = await Promise.all(files.map((file) => readContract(file, options)));
  const models = contracts.flatMap(({ complete }) => (complete ? [complete.contract] : []));
  const documents = models.map(({ document }) => document);
  const results = await lintByRedocly(documents);
  return contracts.map(({ file, complete, findings }) => {
    if (!complete) return { file, lines: linesOf(findings, () => ''), contract: undefined };
    const { document, contract } = complete;
    const result = results[documents.indexOf(document)] as RedoclyResult;
    const style = styleFindings(result, findings).filter((one) => !isConsequence(one, document));
    const all = [
      ...findings,
      ...style,
      ...brokenHouseRules(contract, statusOf),
      ...(areServedTogether ? wrongBesideOthers(contract, models) : []),
    ];
    return { file, lines: linesOf(all, findPlaces(complete)), contract };
  });
}

/** Whether a finding of Redocly, about a parameter without a name, only follows from another. */
function isConsequence({ keys, rule }: Finding, document: Json): boolean {
  if (rule === 'parameter-description') return !isNamed(follow(document, keys));
  const { parameters = [] } = asObject(follow(document, keys.slice(0, 3)));
  const isRead = Array.isArray(parameters) && parameters.every(isNamed);
  return rule === 'path-parameters-defined' && !isRead;
}

function isNamed(parameter: unknown): boolean {
  return 'name' in asObject(parameter);
}

interface ReadContract {
  readonly file: string;
  /** Undefined if the contract cannot be read. */
  readonly complete?: Complete;
  readonly findings: readonly Finding[];
}

async function readContract(file: string, options: CompleteOptions): Promise<ReadContract> {
  try {
    const complete = await completeContract(file, options);
    const found = unsupported(complete);
    // A contract with such a component or field can be served.
    const unused = [...unusedComponents(complete, found), ...unsentFields(complete, found)];
    return { file, complete, findings: [...found, ...unused] };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { file, findings: error.findings };
  }
}

/** @throws if Redocly cannot read a contract that has only supported parts */
function styleFindings(result: RedoclyResult, unsupportedParts: readonly Finding[]): Finding[] {
  if ('failure' in result) {
    // Of the wrong shape for its rules: the style is checked once the shape is right.
    if (unsupportedParts.length > 0) return [];
    throw new Error(result.failure);
  }
  const { problems } = result.report as Report;
  return problems.map(({ ruleId, message, location }) => {
    return { keys: keysOf(location[0]?.pointer ?? '#/'), message, rule: ruleId };
  });
}

/** The findings in the order of their places, each once: a component can be used twice. */
function linesOf(findings: readonly Finding[], placeOf: (pointer: string) => string): string[] {
  const lines = findings.map(({ keys, message, place, rule = 'supported' }) => {
    return `${place ?? placeOf(pointerOf(keys))} ${message} (${rule})`;
  });
  const { compare } = new Intl.Collator('en', { numeric: true });
  return [...new Set(lines)].sort(compare);
}
