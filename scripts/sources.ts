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

/** What else the documents are made from: what makes them, and the data of the service in them. */
const MAKERS = [
  'package-lock.json',
  'scripts/contract/',
  'scripts/documentation/',
  'scripts/generate/',
  'scripts/sources.ts',
  'scripts/temporary-folder.ts',
  'src/contract/',
  'src/docs/',
  'src/error-codes.ts',
  'src/handlers/error-codes.ts',
  'src/limits/plans.ts',
];

/** Folders with what the documents in generated/ are made from, among other things. */
export const SOURCE_FOLDERS = ['openapi', 'src'];

/**
 * Whether a file takes part in the contract: any YAML that is not a released version, and the
 * guides.
 */
export function isContractSource(file: string): boolean {
  return /^openapi\/(?:(?!released\/).*\.yaml|guides\/.*)$/.test(file);
}

export function isDocumentSource(file: string): boolean {
  return isContractSource(file) || file === CHANGELOG || isMaker(file);
}

/** Whether a file is, or is built into, what makes the documents. */
export function isMaker(file: string): boolean {
  return MAKERS.some((maker) => file.startsWith(maker));
}
