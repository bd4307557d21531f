/**
 * Reads a number from the command line.
 *
 * @param name what the number is called there
 * @throws one clear line when it is not a whole number in the range
 */
export function readWholeNumber(
  name: string,
  value: string,
  minimum: number,
  maximum: number,
): number {
  const number = Number(value);
  if (!/^(0|[1-9]\d*)$/.test(value) || number < minimum || number > maximum) {
    throw new Error(`${name} must be a whole number from ${minimum} to ${maximum}.`);
  }
  return number;
}

/** Reads one of the known names from the command line. */
export function readName<Name extends string>(
  option: string,
  value: string,
  known: readonly Name[],
): Name {
  const name = known.find((candidate) => candidate === value);
  if (!name) throw new Error(`${option} must be one of ${known.join(', ')}.`);
  return name;
}
