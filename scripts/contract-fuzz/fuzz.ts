import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/index.ts';
import { completeFeatures } from '../contract-properties/features.ts';
import { type Options, openServed } from '../contract-properties/served-contract.ts';
import { prepare, sqliteFiles } from '../testbed/databases.ts';
import { compileAll } from './compile.ts';
import { unknownKeywords } from './keywords.ts';
import { lintAll } from './lint.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/*
 * Changes the contract of features at random: each contract is refused by lint, refused by the compiler,
 * or served as it says.
 */

export interface Outcome {
  readonly mutant: Mutant;
  readonly verdict: 'linted' | 'uncompiled' | 'served' | 'failed';
  /** Why it was refused, or how it failed. */
  readonly reason: string;
}

/** What a library says, and no person who writes a contract can know. */
const FROM_INSIDE =
  /(?<!-)\bundefined\b|NaN|destructure|is not a function|Cannot read|null away|\[object |at \w+ \(/;
const RUNS_PER_OPERATION = 30;

/** @param count how many contracts */
export async function fuzz(count: number, seed: number): Promise<Outcome[]> {
  const { document } = await completeFeatures();
  const mutants = mutantsOf(document, count, seed);
  const problems = await lintAll(mutants.map((mutant) => mutant.document));
  const right = mutants.filter((_, index) => problems[index]?.length === 0);
  const diagnostics = await compileAll(right.map((mutant) => mutant.document));
  return withService(async (options) => {
    const outcomes: Outcome[] = [];
    for (const [index, mutant] of mutants.entries()) {
      const [problem] = problems[index] ?? [];
      const [diagnostic] = diagnostics[right.indexOf(mutant)] ?? [];
      const refused = problem ?? diagnostic;
      if (refused === undefined) outcomes.push(await serve(mutant, options, seed));
      else if (FROM_INSIDE.test(refused)) {
        outcomes.push({ mutant, verdict: 'failed', reason: `Refused with: ${refused}` });
      } else {
        outcomes.push({ mutant, verdict: problem ? 'linted' : 'uncompiled', reason: refused });
      }
    }
    return outcomes;
  });
}

async function serve(mutant: Mutant, options: Options, seed: number): Promise<Outcome> {
  const unknown = unknownKeywords(mutant.document);
  if (unknown.length > 0) {
    return { mutant, verdict: 'failed', reason: `Ignored: ${unknown.join(', ')}` };
  }
  try {
    const served = await openServed(mutant.document, options);
    try {
      for (const operation of served.operations) {
        await served.assertServed(operation, { numRuns: RUNS_PER_OPERATION, seed });
      }
    } finally {
      await served.close();
    }
    return { mutant, verdict: 'served', reason: '' };
  } catch (error) {
    return { mutant, verdict: 'failed', reason: (error as Error).message };
  }
}

async function withService<T>(use: (options: Options) => Promise<T>): Promise<T> {
  const databases = await sqliteFiles();
  const url = await databases.create('fuzz');
  const key = await prepare(url);
  const database = await openDatabase(url);
  const config = readConfig({
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    ANONYMOUS_PER_MINUTE: '1000000',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  });
  try {
    return await use({ config, database, key });
  } finally {
    await database.close();
    await databases.close();
  }
}
