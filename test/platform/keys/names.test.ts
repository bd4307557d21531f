// Which names customers and keys cannot have, and what a terminal gets of those that are stored.

import t from 'tap';
import { printable, printableJson, problemOfName } from '../../../src/platform/keys/names.ts';
import { CONTROLS, HIDDEN_NAMES, VISIBLE_NAMES } from '../../support/key-names.ts';

/** What no terminal should get. */
const RAW = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\uFFF9]/u;

t.test('rejects what turns the direction, breaks a line or is not seen', async (t) => {
  for (const one of [...CONTROLS, '\n', '\r', '\x1b', '\x85', '\x9b']) {
    t.match(problemOfName(`a${one}b`), /control characters, line breaks or changes of direction/);
  }
  for (const name of HIDDEN_NAMES) t.match(problemOfName(name), /must have a visible character/);
  for (const name of [...VISIBLE_NAMES, 'a\u200Bb', ' x', '~'])
    t.equal(problemOfName(name), undefined);
});

t.test(
  'a terminal sees a mark for what is hidden, and emoji and Persian as they are',
  async (t) => {
    for (const one of [...CONTROLS, '\n', '\x1b', '\u200B', '\u00AD', '\uFEFF', '\u2800']) {
      t.equal(printable(`a${one}b`), 'a\uFFFDb', encodeURIComponent(one));
    }
    for (const name of HIDDEN_NAMES)
      t.notMatch(printable(`1 ${name}`), RAW, encodeURIComponent(name));
    for (const name of VISIBLE_NAMES) t.equal(printable(name), name);
    t.equal(printable('\u200Da\u200D\uFE0F b'), '\uFFFDa\u200D\uFE0F b');
  },
);

t.test('JSON for a terminal has escapes for it, and means the same', async (t) => {
  for (const name of [...CONTROLS, ...HIDDEN_NAMES, ...VISIBLE_NAMES, '\x9b', 'a\nb']) {
    const json = printableJson(JSON.stringify({ name }));
    t.notMatch(json, RAW);
    t.strictSame(JSON.parse(json), { name });
  }
});
