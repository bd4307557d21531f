import { type Example, hasId, type PathId } from './declared.ts';

/*
 * The choice of an example by the header `Prefer`. @see RFC 7240
 */

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
const NAME = String.raw`(?:^|,)\s*(${TOKEN})\s*`;
const VALUE = String.raw`(?:=\s*(?:(?:${QUOTED}|(${TOKEN}))\s*)?)?`;
const PARAMETERS = `(?:;(?:[^,"]|${QUOTED})*)?(?=,|$)`;
/** One of a list. Its parameters, which no preference here has, are skipped. */
const PREFERENCE = new RegExp(NAME + VALUE + PARAMETERS, 'g');
const IS_TOKEN = new RegExp(`^${TOKEN}$`);

/**
 * Chooses by `status` and `example`, where the operation has such a response. By default it is the
 * first success, or the example with the id in which the path ends.
 *
 * @param prefer the header, which may be empty
 * @returns the example, and the preferences that apply, as `Preference-Applied` has them
 */
export function chooseExample(examples: readonly Example[], prefer: string, id?: PathId) {
  const preferences = readPreferences(prefer);
  const status = preferences.get('status');
  const ofStatus = examples.filter((one) => String(one.status) === status);
  const candidates = ofStatus.length > 0 ? ofStatus : examples;
  const name = preferences.get('example');
  const named = name ? candidates.find((one) => one.name === name) : undefined;
  const example = named ?? candidates.find(({ body }) => hasId(body, id)) ?? candidates[0];
  const applied = [
    ...(ofStatus.length > 0 ? [`status=${status}`] : []),
    ...(named ? [`example=${quoted(named.name)}`] : []),
  ];
  // Each operation has at least one response.
  return { example: example as Example, applied };
}

/** The first value of each preference, by its name in lower case. */
function readPreferences(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [, name = '', text, token = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    const value = text?.replaceAll(/\\(.)/g, '$1') ?? token;
    if (!preferences.has(key)) preferences.set(key, value);
  }
  return preferences;
}

function quoted(name = ''): string {
  return IS_TOKEN.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}
