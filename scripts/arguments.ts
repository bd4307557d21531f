// Arguments of commands.

import { InvalidArgumentError } from 'commander';

/** Returns a parser for commander that accepts whole numbers in plain decimal. */
export function wholeNumber(minimum: number, maximum: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^(0|[1-9]\d*)$/.test(text) && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}
