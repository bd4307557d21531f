import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Complete, completeContract } from '../generate/complete.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

/** A contract with an operation for each feature. */
export const FEATURES = 'test/contract/features';
const OVERLAY = 'every-operation.yaml';

/** Does something with a copy of the contract of features, beside which is what holds for every operation. */
export async function withFeatures<T>(use: (file: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    await cp(FEATURES, folder, { recursive: true });
    await cp(join('openapi', OVERLAY), join(folder, OVERLAY));
    return use(join(folder, 'openapi.yaml'));
  });
}

export function completeFeatures(): Promise<Complete> {
  return withFeatures(completeContract);
}
