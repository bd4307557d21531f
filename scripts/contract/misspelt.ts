// Tells a misspelt name from another one.

/**
 * Whether two names differ in one place, or in two if they have more than five letters: a letter is
 * added, removed or replaced, or two change places.
 */
export function isMisspelt(written: string, name: string): boolean {
  const most = written.length > 5 ? 2 : 1;
  return differsAtMost(most, written.toLowerCase(), name.toLowerCase());
}

function differsAtMost(most: number, one: string, other: string): boolean {
  if (most < 0) return false;
  if (one === '' || other === '') return one.length + other.length <= most;
  const [oneRest, otherRest] = [one.slice(1), other.slice(1)];
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  if (one[0] === other[0]) return differsAtMost(most, oneRest, otherRest);
  return (
    differsAtMost(most - 1, oneRest, other) ||
    differsAtMost(most - 1, one, otherRest) ||
    differsAtMost(most - 1, oneRest, otherRest) ||
    (isSwapped && differsAtMost(most - 1, one.slice(2), other.slice(2)))
  );
}
