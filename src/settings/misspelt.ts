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
  for (let edits = 0; edits <= 2; edits += 1) {
    const meant = settings.filter((setting) => {
      const most = setting.length <= MAX_SHORT_LENGTH ? 1 : 2;
      return edits <= most && isWithin(edits, name.toUpperCase(), setting);
    });
    if (meant.length > 0) return meant;
  }
  return [];
}

/**
 * Whether so many edits turn one text into the other.
 *
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance (with edits between exchanged characters)
 */
function isWithin(edits: number, from: string, to: string): boolean {
  if (Math.abs(from.length - to.length) > edits) return false;
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const [left, right] = [from.slice(same), to.slice(same)];
  if (left === right) return true;
  if (edits === 0) return false;
  const [shorterLeft, shorterRight] = [left.slice(1), right.slice(1)];
  return (
    isWithin(edits - 1, shorterLeft, right) ||
    isWithin(edits - 1, left, shorterRight) ||
    isWithin(edits - 1, shorterLeft, shorterRight) ||
    // Either one, for an edit between the two characters.
    isWithin(edits - 1, exchanged(left), right) ||
    isWithin(edits - 1, left, exchanged(right))
  );
}

function exchanged(text: string): string {
  return text.charAt(1) + text.charAt(0) + text.slice(2);
}
