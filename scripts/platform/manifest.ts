// platform.json: the files of the platform as the last `npm run update-platform`, or `new-service`,
// has left them, and the platform's parts of package.json.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../up-to-date.ts';
import type { PackageParts } from './package-parts.ts';

export const MANIFEST = 'platform.json';

interface Manifest {
  /**
   * The digest of each file, by path. Whoever writes null in the place of one keeps the file:
   * updates leave it alone.
   */
  readonly files: Readonly<Record<string, string | null>>;
  readonly package: PackageParts;
}

export async function readManifest(project: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(project, MANIFEST), 'utf8'));
}

export function manifestText(manifest: Manifest): string {
  const files = Object.fromEntries(Object.entries(manifest.files).sort(byPath));
  return `${JSON.stringify({ ...manifest, files }, null, 2)}\n`;
}

/** What package.json says of a service, which releases and teams change. */
export interface Release {
  readonly version: string;
  readonly description: string;
}

const RELEASED = new Set(['Dockerfile', 'deploy/kubernetes/kustomization.yaml']);

/** Writes another version and description into a file that has those of package.json. */
export function withRelease(file: string, text: string, from: Release, to: Release): string {
  if (!RELEASED.has(file)) return text;
  const parts = text
    .split(from.description)
    .map((part) => part.replaceAll(from.version, to.version));
  return parts.join(to.description);
}

const ANY_RELEASE = { version: '«version»', description: '«description»' };

/** The digest of a file, which is the same for every version and description. */
export function digestOfFile(file: string, content: Buffer, release: Release): string {
  if (!RELEASED.has(file)) return digestOf(content);
  return digestOf(withRelease(file, content.toString(), release, ANY_RELEASE));
}

function byPath([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
