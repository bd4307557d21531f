import type { Databases } from '../testbed/databases.ts';
import { createKeys, type Keys } from './keys.ts';
import { type Effort, type Figures, takeTurns } from './measure.ts';
import { followPages } from './pages.ts';
import { describeRows, type RowName } from './rows.ts';
import { startService } from './servers.ts';
import { makeServiceStore } from './stores.ts';

export interface GrowthReport {
  readonly row: string;
  readonly connections: number;
  readonly small: Figures;
  readonly large: Figures;
}

interface Size {
  readonly animals: number;
  readonly customers: number;
}

const SMALL: Size = { animals: 1_000, customers: 1_000 };
const MANY_CUSTOMERS = 100_000;

/** What a deep page, a create and calls of many customers cost in a small and in a large store. */
export async function measureGrowth(
  databases: Databases,
  animals: number,
  counts: readonly number[],
  effort: Effort,
): Promise<GrowthReport[]> {
  const small = await open(databases, SMALL);
  const large = await open(databases, { animals, customers: MANY_CUSTOMERS });
  const reports: GrowthReport[] = [];
  for (const name of ['deep', 'pages', 'create', 'idempotent', 'real'] satisfies RowName[]) {
    for (const connections of counts) {
      const subjects = {
        small: small.under(name, connections),
        large: large.under(name, connections),
      };
      process.stderr.write(`growth: ${name}, ${connections} connections\n`);
      const figures = await takeTurns(subjects, effort);
      reports.push({ row: large.rows[name].name, connections, ...figures });
    }
  }
  await small.service.stop();
  await large.service.stop();
  return reports;
}

async function open(databases: Databases, { animals, customers }: Size) {
  const keys: Keys = createKeys(customers);
  const service = await startService(await makeServiceStore(databases, animals, keys), keys);
  const pages = await followPages(service.origin, keys.unlimited, animals);
  const rows = describeRows(keys, animals, pages);
  const under = (name: RowName, connections: number) => {
    return { servers: [service], row: rows[name], connections, database: databases };
  };
  return { service, rows, under };
}
