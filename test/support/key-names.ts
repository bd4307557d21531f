// Names that no API key can have.

const BLANK = 'name must not be blank or contain control characters.';

/** Names that neither a customer nor the operator can give a key, and why. */
export const INVALID_KEY_NAMES: Readonly<Record<string, string>> = {
  '': 'name must have at least 1 character.',
  '  ': BLANK,
  'a\nb': BLANK,
  '\x7f': BLANK,
  'a\x9b2Jb': BLANK,
  [`${'a'.repeat(99)}🐈b`]: 'name must have at most 100 characters.',
};
