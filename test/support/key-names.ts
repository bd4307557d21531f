// Names that no API key can have.

const BLANK = 'name must not be blank or contain control characters.';
const CONTROL = 'name must not contain control characters, line breaks or changes of direction.';
const HIDDEN = 'name must have a visible character.';

/** What breaks a line or turns the direction of text without being a control character. */
export const CONTROLS = [
  ...['\u2028', '\u2029', '\u061C', '\u200E', '\u200F', '\u202A', '\u202B', '\u202C', '\u202D'],
  ...['\u202E', '\u2066', '\u2067', '\u2068', '\u2069'],
];

/** Names of which nobody sees anything. */
export const HIDDEN_NAMES = [
  ...['\u200B', '\u2060', '\u00AD', '\u3164', '\u2800', '\uFEFF', '\u200D', '\uFE0F', '\uFFF9'],
  '\u00A0\u200B\u3000\u{E0020}',
];

/** Names with what joins or varies visible characters. */
export const VISIBLE_NAMES = [
  'Ada 👩‍💻❤️',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  'نامه‌ای از فروشگاه',
  'שלום',
  'क्‍ष',
];

/** Names that neither a customer nor the operator can give a key, and why. */
export const INVALID_KEY_NAMES: Readonly<Record<string, string>> = {
  '': 'name must have at least 1 character.',
  '  ': BLANK,
  'a\nb': BLANK,
  '\x7f': BLANK,
  'a\x9b2Jb': BLANK,
  [`${'a'.repeat(99)}🐈b`]: 'name must have at most 100 characters.',
  ...Object.fromEntries(CONTROLS.map((one) => [`a${one}b`, CONTROL])),
  ...Object.fromEntries(HIDDEN_NAMES.map((name) => [name, HIDDEN])),
};
