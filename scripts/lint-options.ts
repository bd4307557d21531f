// What lint has to know of a service beside its contracts.

import { errorCodesOf } from '../src/platform/errors/catalogue.ts';
import { type LintOptions, lint } from './contract/index.ts';
import { contractOptions, readService } from './contract-options.ts';
import { servedContracts, serviceFiles } from './sources.ts';

/** @param service the folder of another service than that of this project */
export async function lintOptions(service?: string): Promise<LintOptions> {
  const read = await readService(service);
  const codes = errorCodesOf(read.errors);
  return {
    ...contractOptions(read),
    statusOf: (code) => (Object.hasOwn(codes, code) ? codes[code]?.status : undefined),
  };
}

/** Lints the contracts of all major versions that are served. @param service its folder */
export async function lintServed(service?: string) {
  const options = await lintOptions(service);
  return lint(servedContracts(serviceFiles(service)), { ...options, areServedTogether: true });
}
