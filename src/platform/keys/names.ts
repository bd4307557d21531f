// The names of customers and keys: what they must not have, and how a terminal gets them. Those that
// are stored may have anything: earlier versions took it.

/** Controls, and what else breaks a line or turns the direction of text. */
const CONTROLS = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';
/** What nobody sees: fillers, and others that leave nothing or a blank. */
const HIDDEN = '\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB';
/** What joins or varies the characters before it, as in emoji and in Persian. */
const JOINERS = '\\u200C\\u200D\\p{Variation_Selector}\\u{E0020}-\\u{E007F}';
const VISIBLE = `[^\\p{White_Space}${CONTROLS}${HIDDEN}]`;

const hasControl = new RegExp(`[${CONTROLS}]`, 'u');
const hasVisible = new RegExp(VISIBLE, 'u');
const toReplace = new RegExp(
  `[${CONTROLS}]|(?![${JOINERS}])[${HIDDEN}]|(?<!${VISIBLE}[${JOINERS}]*)[${JOINERS}]`,
  'gu',
);
const toEscape = new RegExp(`[${CONTROLS}${HIDDEN}]`, 'gu');

/**
 * Says what is wrong with a name. In code, since generators of clients and of requests could not
 * keep such a pattern.
 */
export function problemOfName(name: string): string | undefined {
  if (hasControl.test(name)) {
    return 'name must not contain control characters, line breaks or changes of direction.';
  }
  return hasVisible.test(name) ? undefined : 'name must have a visible character.';
}

/** A text for a terminal, in which a name could overwrite the keys to confirm, or hide. */
export function printable(text: string): string {
  return text.replace(toReplace, '\uFFFD');
}

/** The same JSON with escapes for what no terminal should get. */
export function printableJson(json: string): string {
  return json.replace(toEscape, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      return `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}
