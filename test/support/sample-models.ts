// The models and migrations of a project that is the sample service.

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN, SAMPLE } from './services.ts';

/** Copies those of the platform and of the sample service into a folder. */
export async function copySampleModels(folder: string): Promise<void> {
  const target = join(folder, 'prisma');
  await cp(join(OWN.folder, 'prisma'), target, { recursive: true });
  for (const own of ['schema/store.prisma', 'migrations/store']) {
    await rm(join(target, own), { recursive: true });
  }
  await cp(join(SAMPLE.folder, 'prisma'), target, { recursive: true });
}
