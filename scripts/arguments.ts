import { parseArgs } from 'node:util';

type Values<Defaults> = {
  [Name in keyof Defaults]: Defaults[Name] extends boolean ? boolean : string;
};

/**
 * Reads the options of the command line.
 *
 * @param defaults the value of each option when it is absent; a flag has true or false
 * @returns undefined after printing the help, if it was asked for
 */
export function readOptions<Defaults extends Record<string, string | boolean>>(
  help: string,
  defaults: Defaults,
): Values<Defaults> | undefined {
  const options = Object.entries({ ...defaults, help: false }).map(([name, value]) => {
    const type: 'boolean' | 'string' = typeof value === 'boolean' ? 'boolean' : 'string';
    return [name, { type, default: value }] as const;
  });
  const { values } = parseArgs({ options: Object.fromEntries(options), allowNegative: true });
  // They are of the types of the defaults.
  if (!values.help) return values as Values<Defaults>;
  process.stdout.write(help);
  return undefined;
}

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
