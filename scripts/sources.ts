import { dirname } from 'node:path';

// What people edit, and generated/ is made from.

export const CONTRACT = 'openapi/openapi.yaml';
export const CHANGELOG = 'openapi/CHANGELOG.md';
export const MODELS = 'prisma/schema.prisma';
export const MIGRATIONS = 'prisma/migrations';
/** The models of the last migration. */
export const MIGRATED_MODELS = `${MIGRATIONS}/schema.prisma`;
/** The documentation page's own files, scripts with all that they import. */
export const PAGE_FOLDER = 'src/docs/browser';
/** The guides, with their pictures. */
export const GUIDES_FOLDER = 'openapi/guides';

/** The guides have a table of it. */
const PLANS = 'src/limits/plans.ts';

/** The guides and the samples have them. */
const PLACEHOLDERS = 'src/docs/placeholders.ts';

/** The guides have a table of it. */
const ERROR_CODES = 'src/contract/error-codes.ts';

/** Folders with what the documents in generated/ are made from, among other things. */
export const SOURCE_FOLDERS = [
  'openapi',
  dirname(PLACEHOLDERS),
  dirname(PLANS),
  dirname(ERROR_CODES),
];

/** Whether a file takes part in the contract: any YAML that is not a released version, and the guides. */
export function isContractSource(file: string): boolean {
  return /^openapi\/(?:(?!released\/).*\.yaml|guides\/.*)$/.test(file);
}

export function isDocumentSource(file: string): boolean {
  return (
    isContractSource(file) ||
    [CHANGELOG, PLACEHOLDERS, PLANS, ERROR_CODES].includes(file) ||
    file.startsWith(PAGE_FOLDER)
  );
}
