// When something is made again.

import { globSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { digestOf, digestsOf, makeUnlessUpToDate } from '../../scripts/up-to-date.ts';
import { temporaryFolder } from '../support/databases.ts';

const folder = await temporaryFolder(t);
const at = (name: string) => join(folder, name);
let times = 0;
let whileMaking = async () => {};

/** Joins the sources, and the file that the first one names. @returns whether it had to */
async function isMade(): Promise<boolean> {
  const before = times;
  const sources = () => globSync(at('sources/*')).sort();
  await makeUnlessUpToDate({
    name: 'a test',
    record: at('made/record.json'),
    sources: () => digestsOf(sources()),
    made: () => globSync(at('made/*')),
    make: async (met) => {
      times += 1;
      const texts = await Promise.all(
        [...sources(), at('met')].map((file) => readFile(file, 'utf8')),
      );
      met[at('met')] = digestOf(texts.at(-1));
      await mkdir(at('made'), { recursive: true });
      await writeFile(at('made/all'), texts.join(''));
      await whileMaking();
    },
  });
  return times > before;
}

await mkdir(at('sources'));
await writeFile(at('sources/one'), 'one');
await writeFile(at('sources/two'), 'two');
await writeFile(at('met'), 'met');

const keepingTimes = async (file: string, text: string) => {
  await appendFile(at(file), text);
  await utimes(at(file), 0, 0);
};

/** What happens to the files, and whether something is made then. */
const CASES: readonly [name: string, change: () => Promise<unknown>, isMade: boolean][] = [
  ['the first time', async () => {}, true],
  ['nothing', async () => {}, false],
  ['only times', () => utimes(at('sources/one'), new Date(), new Date()), false],
  ['a source, with an old time', () => keepingTimes('sources/one', '!'), true],
  ['a source that was met', () => keepingTimes('met', '!'), true],
  ['a new source', () => writeFile(at('sources/three'), 'three'), true],
  ['a source that is gone', () => rm(at('sources/three')), true],
  ['a source with another name', () => cp(at('sources/two'), at('sources/zwei')), true],
  ['a damaged file that was made', () => keepingTimes('made/all', '!'), true],
  ['a lost file that was made', () => rm(at('made/all')), true],
  ['a further file', () => writeFile(at('made/more'), ''), true],
  ['a lost record', () => rm(at('made/record.json')), true],
  ['a damaged record', () => writeFile(at('made/record.json'), '{'), true],
];

t.test('is made again when a byte has changed, and not otherwise', async (t) => {
  for (const [name, change, wanted] of CASES) {
    await change();
    t.equal(await isMade(), wanted, name);
    t.equal(await isMade(), false, `${name}, and then nothing`);
    const texts = [...globSync(at('sources/*')).sort(), at('met')];
    const all = await Promise.all(texts.map((file) => readFile(file, 'utf8')));
    t.equal(await readFile(at('made/all'), 'utf8'), all.join(''), name);
  }
});

t.test('is made again after a save while it was made, and after a failure', async (t) => {
  for (const file of ['sources/one', 'met']) {
    await appendFile(at('sources/two'), '!');
    whileMaking = () => appendFile(at(file), 'saved meanwhile');
    t.equal(await isMade(), true);
    whileMaking = async () => {};
    t.equal(await isMade(), true, file);
  }
  await appendFile(at('sources/two'), '!');
  whileMaking = () => Promise.reject(new Error('no room on the disk'));
  await t.rejects(isMade(), { message: 'no room on the disk' });
  whileMaking = async () => {};
  t.equal(await isMade(), true);
});
