// Which tests CI may skip. Any other that is skipped there has failed: it lacks a program that
// .ci/run installs, or nobody has noticed that it does not run any more.

/** Why a test may be skipped, as it says itself. */
const ACCEPTED = [
  // A container may forbid both.
  'no permission to create a network',
  'this account cannot mount a file system',
  // It runs on PostgreSQL.
  'SQLite has one connection',
  // Statuses of the contract that no request of a test gets, such as 500.
  'nothing is known that gets it',
];

const SKIPPED = /^ *ok \d+ - .* # SKIP ?(.*)$/;

/** @returns whether a line of TAP is about a test that CI must not skip */
export function isUnexpectedSkip(line: string): boolean {
  const [, reason] = SKIPPED.exec(line) ?? [];
  return reason !== undefined && !ACCEPTED.includes(reason);
}
