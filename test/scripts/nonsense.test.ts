import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { parse, stringify } from 'yaml';
import {
  sourceFindings,
  supportedPart,
  unsupported,
} from '../../scripts/contract/supported/index.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import { copyContract, OPERATIONS, OVERLAY } from '../support/contracts.ts';

/*
 * Values that make no sense, at places all over the contract. No check may rely on the form of what it
 * looks at, and so fail with a message from the inside of JavaScript or of a library.
 */

const NONSENSE: readonly unknown[] = [null, 5, 'x', [], {}, true, [null], { x: null }];
/** Of all places, each with each value. A prime, so that no value is left out. */
const EVERY = 37;
const FROM_INSIDE = /Cannot|undefined|NaN|is not a function|is not iterable|\[object|Unexpected/;

for (const name of [OPERATIONS, OVERLAY]) {
  t.test(`nonsense in ${name} is rejected in plain words`, async (t) => {
    const folder = await copyContract(t);
    const data = parse(await readFile(join(folder, name), 'utf8'));
    const cases = [...placesIn(data)].flatMap((keys) => NONSENSE.map((value) => ({ keys, value })));
    let rejected = 0;
    for (const { keys, value } of cases.filter((_, index) => index % EVERY === 0)) {
      const changed = structuredClone(data);
      const parent = keys.slice(0, -1).reduce((at, key) => at[key], changed);
      parent[keys.at(-1) ?? ''] = value;
      await writeFile(join(folder, name), stringify(changed));
      const said = await lint(join(folder, OPERATIONS));
      rejected += said.length > 0 ? 1 : 0;
      const inside = said.filter((message) => FROM_INSIDE.test(message));
      t.same(inside, [], `${keys.join('/')} ${JSON.stringify(value)}`);
    }
    t.ok(rejected > 0);
  });
}

/** What is said of a contract; that it could not be completed begins with a place. */
async function lint(file: string): Promise<string[]> {
  try {
    const complete = await completeContract(file);
    const found = unsupported(complete);
    supportedPart(complete, found);
    return [...found, ...sourceFindings(complete)].map(({ message }) => message);
  } catch (error) {
    const { message, stack } = error as Error;
    return [/^\S+:\d+:\d+ /.test(message) ? message : `Cannot say where: ${stack}`];
  }
}

function* placesIn(value: unknown, keys: readonly string[] = []): Generator<readonly string[]> {
  if (keys.length > 0) yield keys;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* placesIn(part, [...keys, key]);
}
