import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { DARK, LIGHT } from '../../scripts/generate/pictures/svg.ts';
import { journey } from '../../scripts/pictures/journey.ts';
import { API_PATHS, assertJourney, EVERY_PATH } from '../../scripts/pictures/journey-steps.ts';
import { root } from '../support/scripts.ts';

// The pictures in the README show what is there.

const read = (file: string) => readFile(join(root, file), 'utf8');
const STEPS = [...EVERY_PATH, ...API_PATHS];

t.test('the journey has the plugins of the application, in their order', async (t) => {
  const app = await read('src/app.ts');
  assertJourney(app, STEPS);
  t.throws(() => assertJourney(app.replace('register(lifecycle', 'register(other'), STEPS), {
    message: 'journey-steps.ts has lifecycle where src/app.ts registers other.',
  });
  t.throws(() => assertJourney(`${app}\napp.register(another);`, STEPS), {
    message: 'journey-steps.ts has nothing where src/app.ts registers another.',
  });
  t.throws(() => assertJourney(app.replace(/await app.register\(expired.*/, ''), STEPS), {
    message: 'journey-steps.ts has expiredIdempotencyKeys where src/app.ts registers nothing.',
  });
});

t.test('the pictures of the journey are what its steps give', async (t) => {
  const hint = 'run `npm run pictures`';
  t.equal(await read('.github/pictures/journey-light.svg'), journey(LIGHT), hint);
  t.equal(await read('.github/pictures/journey-dark.svg'), journey(DARK), hint);
});

t.test('the README has each picture in both themes, small and with words', async (t) => {
  const readme = await read('README.md');
  const pictures = readme.match(/<picture>.*?<\/picture>/gs) ?? [];
  t.equal(pictures.length, 2);
  for (const picture of pictures) {
    t.match(picture, /<source media="\(prefers-color-scheme: dark\)" srcset="[^"]+-dark\.\w+">/);
    t.match(picture, /<img src="[^"]+-light\.\w+" alt="[^"]{20,}"/);
    for (const [, file = ''] of picture.matchAll(/(?:src|srcset)="([^"]+)"/g)) {
      const { size } = await stat(join(root, file));
      t.ok(size > 1_000 && size <= 100_000, `${file} has ${size} bytes`);
    }
  }
});
