import type { Discriminator } from './discriminators.ts';
import type { Node, Union } from './node.ts';
import {
  type Check,
  createRun,
  mismatch,
  orList,
  type Run,
  remember,
  shownName,
  type Violation,
  type Violations,
  violation,
} from './violations.ts';

/** What a union found out about a value. */
interface Outcome {
  readonly matching: readonly Node[];
  /** The violations of each branch, when none matches. */
  readonly failures: readonly NonNullable<Violations>[];
}

const MAX_SHOWN = 3;
const MAX_LENGTH = 100;

/**
 * A oneOf or anyOf. With a discriminator, only the branch that it selects is looked at.
 *
 * @param canLeaveOut whether properties that a branch does not name are left out of the message
 */
export function createUnion(
  keyword: 'oneOf' | 'anyOf',
  branches: readonly Node[],
  discriminator: Discriminator | undefined,
  canLeaveOut: boolean,
): Union {
  const key = {};
  const outcome = (value: unknown, run: Run) =>
    remember(run, key, value, () => tryBranches(branches, value, run, canLeaveOut));
  if (discriminator) return discriminatedUnion(discriminator);
  const check: Check = (value, run) => {
    const { matching, failures } = outcome(value, run);
    if (matching.length === 0) return explain(failures);
    if (keyword === 'anyOf' || matching.length === 1) return undefined;
    return violation(`must match only one of its ${branches.length} forms`);
  };
  return { check, matching: (value, run) => outcome(value, run).matching };
}

function discriminatedUnion(discriminator: Discriminator): Union {
  return {
    check: (value, run) => {
      const branch = discriminator.select(value);
      return branch ? branch.check(value, run) : discriminator.explain(value);
    },
    matching: (value) => [discriminator.select(value)].filter((branch) => branch !== undefined),
  };
}

function tryBranches(
  branches: readonly Node[],
  value: unknown,
  run: Run,
  canLeaveOut: boolean,
): Outcome {
  const strictly = matchesOf(branches, value, strictRun(run));
  if (strictly.matching.length > 0 || run.isStrict || !canLeaveOut) return strictly;
  return matchesOf(branches, value, { ...run, isThorough: false });
}

/** A run of its own, since what is found out in it does not hold outside of it. */
function strictRun(run: Run): Run {
  if (run.isStrict) return { ...run, isThorough: false };
  return remember(run, strictRun, run.memory, () =>
    createRun({ isThorough: false, isStrict: true }),
  );
}

function matchesOf(branches: readonly Node[], value: unknown, run: Run): Outcome {
  const matching: Node[] = [];
  const failures: NonNullable<Violations>[] = [];
  for (const branch of branches) {
    const violations = branch.check(value, run);
    if (violations) failures.push(violations);
    else matching.push(branch);
  }
  return { matching, failures };
}

/** Says what is wrong when no branch matches: of the one that is meant, if that can be told. */
function explain(failures: Outcome['failures']): Violations {
  const meant = failures.filter(([first]) => first?.types === undefined);
  if (meant.length === 0) {
    const types = failures.map(([first]) => first?.types).filter((names) => names !== undefined);
    return mismatch([...new Set(types.flat())]);
  }
  const [only] = meant;
  if (only && meant.length === 1) return only;
  const reasons = new Set(meant.flatMap((violations) => violations.slice(0, 1).map(reasonOf)));
  const shown = [...reasons].slice(0, MAX_SHOWN);
  return violation(`must match one of its ${failures.length} forms: ${orList(shown)}`);
}

/** Cut, since it may hold the reasons of a union within. */
function reasonOf({ path, message }: Violation): string {
  const reason = path.length === 0 ? message : `${shownName(path.join('.'))} ${message}`;
  return reason.length > MAX_LENGTH ? `${reason.slice(0, MAX_LENGTH)}…` : reason;
}
