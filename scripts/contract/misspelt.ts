/**
 * Whether two names differ in one letter, or in two if they have more than five: a letter is added,
 * removed or replaced.
 */
export function isMisspelt(written: string, name: string): boolean {
  const most = written.length > 5 ? 2 : 1;
  return differsAtMost(most, written.toLowerCase(), name.toLowerCase());
}

function differsAtMost(most: number, one: string, other: string): boolean {
  if (most < 0) return false;
  if (one === '' || other === '') return one.length + other.length <= most;
  const [oneRest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return differsAtMost(most, oneRest, otherRest);
  return (
    differsAtMost(most - 1, oneRest, other) ||
    differsAtMost(most - 1, one, otherRest) ||
    differsAtMost(most - 1, oneRest, otherRest)
  );
}
