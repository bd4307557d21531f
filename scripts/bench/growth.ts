import { median } from '../testbed/statistics.ts';
import { type Effort, type Figures, measure } from './compare.ts';
import { type Pair, startPair } from './pair.ts';
import type { RowName } from './rows.ts';
import type { Stores } from './stores.ts';

export interface Growth {
  readonly animals: number;
  readonly pageCpuMicroseconds: number;
  readonly createCpuMicroseconds: number;
}

const SIZES = [1_000, 100_000, 1_000_000];
const CONNECTIONS = 1;

/** Measures what a deep page and a create cost the service in stores of different sizes, which take turns. */
export async function measureGrowth(stores: Stores, effort: Effort): Promise<Growth[]> {
  const pairs: Pair[] = [];
  for (const animals of SIZES) pairs.push(await startPair(await stores.make(animals)));
  const rounds = pairs.map(() => ({ deep: [] as number[], create: [] as number[] }));
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const [i, pair] of pairs.entries()) {
      const deep = await cpuOf(pair, 'deep', effort);
      const create = await cpuOf(pair, 'create', effort);
      if (round === 0) continue;
      rounds[i]?.deep.push(deep);
      rounds[i]?.create.push(create);
    }
  }
  for (const pair of pairs) await pair.stop();
  return rounds.map(({ deep, create }, i) => ({
    animals: SIZES[i] ?? Number.NaN,
    pageCpuMicroseconds: median(deep),
    createCpuMicroseconds: median(create),
  }));
}

async function cpuOf({ service, rows }: Pair, row: RowName, { seconds }: Effort): Promise<number> {
  const figures: Figures = await measure(service, rows[row], CONNECTIONS, seconds);
  return figures.cpuMicroseconds;
}
