// The files that people edit, and that generated/ is made from.

import { globSync } from 'node:fs';
import { join } from 'node:path';

export const CONTRACT = 'openapi/openapi.yaml';
export const CHANGELOG = 'openapi/CHANGELOG.md';
/** The picture that browsers show beside the title of a page; a letter where there is none. */
export const FAVICON = 'openapi/favicon.svg';

/** Models of one owner, and the migrations that create their tables. */
export interface Models {
  readonly file: string;
  /** A folder for each database. */
  readonly migrations: string;
  /** The models of the last migration. */
  readonly migrated: string;
}

/** The models of every service. */
export const PLATFORM_MODELS = modelsOf('prisma', 'platform');

/** The models of a service's own. @param service its folder */
export function storeModels(service: string): Models {
  return modelsOf(join(service, 'prisma'), 'store');
}

function modelsOf(folder: string, owner: string): Models {
  const migrations = join(folder, 'migrations', owner);
  return {
    file: join(folder, `schema/${owner}.prisma`),
    migrations,
    migrated: join(migrations, 'schema.prisma'),
  };
}

/** The rights of the service's role, made from the models. */
export const GRANTS = 'deploy/grants.sql';
/** The guides to the newest contract, with the pictures of all guides. */
export const GUIDES_FOLDER = 'openapi/guides';

/** The code that makes the documents, and the modules of the service that it imports. */
const MAKERS = [
  'scripts/contract/',
  'scripts/contract-options.ts',
  'scripts/documentation/',
  'scripts/error-codes.ts',
  'scripts/generate/',
  'scripts/lint-options.ts',
  'scripts/programs.ts',
  'scripts/sources.ts',
  'scripts/temporary-folder.ts',
  'src/platform/contract/',
  'src/platform/service.ts',
  'src/service.ts',
  'src/store/errors.ts',
  'src/platform/account/browser/',
  'src/platform/docs/',
  'src/platform/errors/',
  'src/platform/schema/',
  'src/platform/keys/plans.ts',
  'src/platform/limits/counting/reserve.ts',
  'src/platform/observability/live/browser/',
  'src/platform/pages/',
];

/** The folders that contain sources of generated/. */
export const SOURCE_FOLDERS = ['openapi', 'scripts', 'src'];

/** The contracts of all major versions that are served, the newest first. */
export function servedContracts(): string[] {
  return [CONTRACT, ...globSync('openapi/served/v*.yaml').sort().reverse()];
}

/** The guides to a contract. Those to an older one are in a folder of its name. */
export function guidesFolderOf(contract: string): string {
  return contract === CONTRACT ? GUIDES_FOLDER : contract.replace(/\.yaml$/, '/guides');
}

/** Whether a file is part of a contract: a guide, or YAML that is not a released version. */
export function isContractSource(file: string): boolean {
  return /^openapi\/(?!released\/)(?:.*\.yaml|(?:.*\/)?guides\/.*)$/.test(file);
}

export function isDocumentSource(file: string): boolean {
  return isContractSource(file) || [CHANGELOG, FAVICON].includes(file) || isMaker(file);
}

/** Whether a file belongs to the code that makes the documents. */
export function isMaker(file: string): boolean {
  return MAKERS.some((maker) => file.startsWith(maker));
}
