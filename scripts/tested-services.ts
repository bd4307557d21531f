// What tests need before they run: this service, and the sample service of the platform's tests,
// generated and built.

import { updateBuild } from './build/update.ts';
import { updateGenerated } from './generate/update.ts';

/** The folder of the sample service. test/helper.ts says which tests run on it. */
const SAMPLE = 'test/platform/service';

/** Brings what is generated up to date: what the compiler reads. */
async function generateTestedServices(): Promise<void> {
  await updateGenerated();
  await updateGenerated({ service: SAMPLE });
}

/** Brings all that tests need up to date. */
export async function buildTestedServices(): Promise<void> {
  await generateTestedServices();
  await updateBuild();
  await updateBuild(SAMPLE);
}

/** @param args `generate` for what the compiler needs, or nothing for all */
export async function main([only]: readonly string[]): Promise<void> {
  await (only === 'generate' ? generateTestedServices() : buildTestedServices());
}
