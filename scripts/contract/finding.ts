// What is wrong with a contract, and where.

/** An error in a part of a contract. */
export interface Finding {
  /** The keys that lead to the part in the complete contract. */
  readonly keys: readonly string[];
  /** What to write instead. */
  readonly message: string;
  /** The place, if the part is not in the complete contract. */
  readonly place?: string;
  /** The broken rule; `supported` if absent. */
  readonly rule?: string;
}

/** The error of a contract that cannot be read. It has a line for each problem. */
export class ContractError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(({ place, message }) => `${place} ${message}`).join('\n'));
    this.findings = findings;
  }
}
