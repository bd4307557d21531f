import { isSafe } from 'redos-detector';

/*
 * Patterns that are regular expressions, and that no text can keep busy without end.
 */

/** How often a pattern may go back on what it has matched. */
const MAX_SCORE = 50;
/** What is looked at before a pattern counts as unsafe: the same on every machine. */
const MAX_STEPS = 5_000;
/** On a very slow machine. */
const TIMEOUT_MS = 1_000;

const known = new Map<string, string | undefined>();

/** What is wrong with a pattern. */
export function wrongPattern(pattern: string): string | undefined {
  if (!known.has(pattern)) known.set(pattern, examine(pattern));
  return known.get(pattern);
}

function examine(pattern: string): string | undefined {
  const expression = compile(pattern);
  if (!expression) {
    return 'Write a regular expression that is valid with the flag `u`, as JSON Schema has them.';
  }
  const options = { maxScore: MAX_SCORE, maxSteps: MAX_STEPS, timeout: TIMEOUT_MS };
  if (isSafe(expression, options).safe) return undefined;
  return 'This pattern can backtrack without end. Begin it with `^`, and let each character match in only one way.';
}

function compile(pattern: string) {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
