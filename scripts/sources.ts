// The files that people edit, and that generated/ is made from.

import { globSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** What the documents of a service are made of: files and folders that are its own. */
export interface ServiceFiles {
  /** The module that says what the service is, and what it imports. */
  readonly definition: string;
  readonly errors: string;
  /** The contract of the newest version. */
  readonly contract: string;
  readonly changelog: string;
  /** The picture that browsers show beside the title of a page; a letter where there is none. */
  readonly favicon: string;
  /** What is made of them. */
  readonly generated: string;
}

/** @param service its folder: the platform is the same for all services of this project */
export function serviceFiles(service = '.'): ServiceFiles {
  return {
    definition: join(service, 'src/service.ts'),
    errors: join(service, 'src/store/errors.ts'),
    contract: join(service, 'openapi/openapi.yaml'),
    changelog: join(service, 'openapi/CHANGELOG.md'),
    favicon: join(service, 'openapi/favicon.svg'),
    generated: join(service, 'generated'),
  };
}

/** What leads from the documents of a version to the platform, as their imports write it. */
export function pathToPlatform({ generated }: ServiceFiles, version = ''): string {
  return join(relative(join(generated, version), '.'), 'src/platform');
}

/** Models of one owner, and the migrations that create their tables. */
export interface Models {
  readonly file: string;
  /** A folder for each database. */
  readonly migrations: string;
  /** The models of the last migration. */
  readonly migrated: string;
}

/** The models of every service. */
export const PLATFORM_MODELS = platformModels('.');

/** @param root the folder of a project */
export function platformModels(root: string): Models {
  return modelsOf(join(root, 'prisma'), 'platform');
}

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

/** The operations that every service may have, without those of a service. */
export const PLATFORM_CONTRACT = 'openapi/platform/no-operations.yaml';
/** The guides that every service has. */
const PLATFORM_GUIDES = 'openapi/platform/guides';
/** The rights of the service's role, made from the models. */
export const GRANTS = 'deploy/grants.sql';
/** What a contract can have, the same for every service. */
export const SUPPORTED = 'openapi/platform/SUPPORTED.md';

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

/** The contracts of all major versions that are served, the newest first. */
export function servedContracts({ contract }: ServiceFiles): string[] {
  const older = globSync(join(dirname(contract), 'served/v*.yaml'));
  return [contract, ...older.sort().reverse()];
}

/** The major version of an older contract, such as `v1`; undefined for the newest. */
export function olderVersionOf(contract: string): string | undefined {
  const name = basename(contract, '.yaml');
  return name === 'openapi' ? undefined : name;
}

/** The folders with the guides to a contract. Its own are beside it, or in a folder of its name. */
export function guidesFoldersOf(contract: string): string[] {
  return [PLATFORM_GUIDES, join(dirname(contract), olderVersionOf(contract) ?? '', 'guides')];
}

/** The folders with what the documents of every service are made of. */
const SHARED_FOLDERS = ['openapi/platform', 'scripts', 'src'];

/** The files that the documents of a service are made of. */
export function documentSources(service = '.'): string[] {
  const own = filesBelow([join(service, 'openapi'), join(service, 'src')]);
  const all = [...filesBelow(SHARED_FOLDERS), ...own];
  return [...new Set(all)].filter((file) => isDocumentSource(file, service));
}

/** The files that the platform's documents, which are the same in every service, are made of. */
export function platformSources(): string[] {
  const { definition, errors } = serviceFiles();
  return filesBelow(SHARED_FOLDERS).filter((file) => {
    const isOfService = file === definition || file === errors;
    return file.startsWith('openapi/platform/')
      ? file.endsWith('.yaml')
      : isMaker(file) && !isOfService;
  });
}

export function filesBelow(folders: readonly string[]): string[] {
  return globSync(folders.map((folder) => `${folder}/**/*.*`));
}

/** Whether a file is part of a contract: a guide, or YAML that is not a released version. */
export function isContractSource(file: string, service = '.'): boolean {
  const isPart = /^openapi\/(?!released\/)(?:.*\.yaml|(?:.*\/)?guides\/.*)$/;
  return file.startsWith('openapi/platform/')
    ? isPart.test(file)
    : isPart.test(relative(service, file));
}

export function isDocumentSource(file: string, service = '.'): boolean {
  const { definition, errors, changelog, favicon } = serviceFiles(service);
  const isOwn = [definition, errors, changelog, favicon].includes(file);
  return isOwn || isContractSource(file, service) || isMaker(file);
}

/** Whether a file belongs to the code that makes the documents. */
export function isMaker(file: string): boolean {
  return MAKERS.some((maker) => file.startsWith(maker));
}
