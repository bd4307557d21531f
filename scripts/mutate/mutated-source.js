// Loads a mutated text in place of one source, for `npm run mutate`: in each process that inherits
// the options of Node.

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { MUTATED_URL, MUTATED_TEXT = '' } = process.env;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    // A module may be loaded more than once, told apart by a query.
    if (url.split('?')[0] !== MUTATED_URL) return loaded;
    return { ...loaded, source: readFileSync(MUTATED_TEXT, 'utf8') };
  },
});
