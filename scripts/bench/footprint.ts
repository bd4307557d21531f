import { median } from '../testbed/statistics.ts';
import type { Effort } from './compare.ts';
import { type Pair, startBare, startService } from './pair.ts';
import type { StorePair } from './stores.ts';

/** A figure of both servers. */
export interface OfBoth {
  readonly service: number;
  readonly bare: number;
}

/** The time from the start of the process to the first response, in milliseconds. */
export async function measureStarts(store: StorePair, { rounds }: Effort): Promise<OfBoth> {
  const startMs = { service: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, start] of [
      ['service', startService],
      ['bare', startBare],
    ] as const) {
      const server = await start(store);
      startMs[name].push(server.startMs);
      await server.stop();
    }
  }
  return { service: median(startMs.service), bare: median(startMs.bare) };
}

/** The peak memory of both processes so far, in megabytes. */
export async function measurePeaks({ service, bare }: Pair): Promise<OfBoth> {
  const [ofService, ofBare] = [await service.usage(), await bare.usage()];
  return {
    service: ofService.peakMemoryKilobytes / 1_024,
    bare: ofBare.peakMemoryKilobytes / 1_024,
  };
}
