// Whose the files of a project are: its platform's, which `npm run update-platform` replaces, or
// the service's own.

import { spawnSync } from 'node:child_process';

/** The service's own, also those that `new-service` writes once. Folders end with a slash. */
const OF_SERVICE = [
  'src/store/',
  'src/service.ts',
  'openapi/',
  'prisma/schema/store.prisma',
  'prisma/migrations/store/',
  'generated/',
  'test/store/',
  'test/guides/',
  'scripts/new-service/',
  '.github/pictures/',
  '.env.example',
  'LICENSE',
  'README.md',
  'package.json',
  'package-lock.json',
  'platform.json',
  // Made of the models of both.
  'deploy/grants.sql',
];
/** The platform's in folders of the service. */
const OF_PLATFORM = ['openapi/platform/', 'generated/platform/'];

/** The files that name the service. All others of the platform are the same in every service. */
const NAMED = [
  '.env.example',
  'Dockerfile',
  'LICENSE',
  'OPERATIONS.md',
  'README.md',
  'SECURITY.md',
  'compose.yaml',
  'deploy/',
];

/** The files of a project that Git knows, also those of the last commit that are gone. */
export function trackedFiles(project: string): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['ls-files', '-z'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${project} is no Git repository: ${stderr.trim()}`);
  return stdout.split('\0').filter((file) => file !== '');
}

export function isOfPlatform(file: string): boolean {
  return isIn(file, OF_PLATFORM) || !isIn(file, OF_SERVICE);
}

export function namesService(file: string): boolean {
  return isIn(file, NAMED);
}

function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
}
