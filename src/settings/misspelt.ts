import type { Environment } from './environment.ts';
import { isServiceLink } from './service-links.ts';

/*
 * Finds variables that were meant as settings, which would otherwise have no effect, and say so nowhere.
 */

/** Other words are two edits away from a name as short as HOST, such as HOME, but not from longer ones. */
const MAX_SHORT_LENGTH = 8;
/** What Marathon sets beside HOST and PORT. */
const OTHERS = /^PORT(?:S|\d+)$/;

/**
 * Names the variables that resemble a setting: by one edit, or two in longer names, whatever their case. An
 * edit inserts, removes or replaces a character, or exchanges two neighbours. Empty variables and those that
 * platforms set are left out.
 *
 * @returns a line for each
 */
export function misspeltSettings(environment: Environment, settings: readonly string[]): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || settings.includes(name) || OTHERS.test(name)) return [];
    if (isServiceLink(name, value)) return [];
    const meant = resembledSettings(name, settings);
    // Windows tells no cases apart, and gives the variable under both names.
    if (meant.length === 0 || isSame(name, meant, environment)) return [];
    return [`${name} is not a setting. Did you mean ${meant.join(' or ')}?`];
  });
}

function isSame(name: string, [setting = '']: readonly string[], environment: Environment) {
  return name.toUpperCase() === setting && environment[name] === environment[setting];
}

/** The settings that are the fewest edits away, as far as that is near enough. */
function resembledSettings(name: string, settings: readonly string[]): string[] {
  const edits = new Map<string, number>();
  for (const setting of settings) {
    const most = setting.length <= MAX_SHORT_LENGTH ? 1 : 2;
    if (Math.abs(setting.length - name.length) > most) continue;
    const count = countEdits(name.toUpperCase(), setting);
    if (count <= most) edits.set(setting, count);
  }
  const fewest = Math.min(...edits.values());
  return [...edits.keys()].filter((setting) => edits.get(setting) === fewest);
}

/**
 * How many edits turn one text into the other.
 *
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance (optimal string alignment)
 */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isEqual = from[i - 1] === to[j - 1];
      const isExchanged = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isEqual ? 0 : 1),
        isExchanged ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

/** A cell that was filled before. */
function at(row: readonly number[], index: number): number {
  return row[index] as number;
}
