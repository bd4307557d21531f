// What lint has to know of a service beside its contracts.

import { errorCodesOf } from '../src/platform/errors/catalogue.ts';
import { type LintOptions, lint } from './contract/index.ts';
import { contractOptions, readService } from './contract-options.ts';
import { wrongGuides } from './documentation/index.ts';
import { useErrorsOf } from './error-codes.ts';
import { guidesFoldersOf, servedContracts, serviceFiles } from './sources.ts';

/** @param service the folder of another service than that of this project */
export async function lintOptions(service?: string): Promise<LintOptions> {
  const read = await readService(service);
  const codes = errorCodesOf(read.errors);
  return {
    ...contractOptions(read),
    statusOf: (code) => (Object.hasOwn(codes, code) ? codes[code]?.status : undefined),
  };
}

/**
 * Lints the contracts of all major versions that are served, and the guides to those that keep all
 * rules. @param folder of the service
 */
export async function lintServed(folder?: string) {
  const service = await readService(folder);
  const options = await lintOptions(folder);
  const contracts = servedContracts(serviceFiles(folder));
  const results = await lint(contracts, { ...options, areServedTogether: true });
  useErrorsOf(service);
  return Promise.all(
    results.map(async ({ file, lines, contract }) => {
      if (lines.length > 0 || !contract) return { file, lines };
      const guides = guidesFoldersOf(file);
      return { file, lines: await wrongGuides({ contract, service, guides }) };
    }),
  );
}
