import { globSync, readFileSync } from 'node:fs';
import t from 'tap';

/*
 * The framework does not know the store: whoever makes another service of it changes the contract,
 * the models, the handlers, and what is allowed here.
 */

/** In any form of a name: `listPets`, `pet_id`, `/pets`. */
const WORDS = /pets?(?![a-z])|animals?(?![-_ ]store|[a-z])|orders(?![a-z])/i;

/** What each aggregate reads and writes, and the door to them. */
const ALLOWED_FILES = ['src/database/index.ts', 'src/database/orders.ts', 'src/database/pets.ts'];
/** The column of `idempotency_keys`, which the version before writes, too. */
const ALLOWED_NAME = /\bpet_id\b/g;

t.test('words of the store are found only where the store is', async (t) => {
  const files = globSync('src/**/*.{ts,js,html,css}').filter(
    (file) => !file.startsWith('src/handlers/') && !ALLOWED_FILES.includes(file),
  );
  t.ok(files.includes('src/app.ts'));
  const found = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').replaceAll(ALLOWED_NAME, '').split('\n');
    return lines.flatMap((line, i) => (WORDS.test(line) ? [`${file}:${i + 1} ${line}`] : []));
  });
  t.strictSame(found, []);
});
