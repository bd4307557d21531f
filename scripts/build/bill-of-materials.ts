// Lists what is shipped, for scanners that look for known vulnerabilities: the packages in the
// bundles, the packages that are part of their published files, SQLite, and Node.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Metafile } from 'esbuild';

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
/** The line before another package's file in a published file. */
const PART_COMMENT = /^\/\/ (\S*\/node_modules\/\S+)$/gm;
/** The path of another package's file. It includes the version if the publisher uses pnpm. */
const PART =
  /node_modules\/(?:\.pnpm\/[^/]+?@([\w.-]+)[^/]*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//;

interface Package {
  readonly name: string;
  readonly version?: string | undefined;
  readonly license?: string | undefined;
  /** Where it is installed. */
  readonly folder?: string;
}

/** @see https://cyclonedx.org/docs/1.6/json/#components */
interface Component {
  readonly type: 'application' | 'library' | 'platform';
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string | undefined;
  readonly licenses?: readonly [{ readonly expression: string }];
  readonly cpe?: string;
  readonly purl: string;
}

/** A component, and another that it imports or contains. */
interface Use {
  readonly user: Component;
  readonly used: Component;
}

/**
 * @param bundles what esbuild says of each bundle
 * @returns the bill as JSON, the same for the same bundles
 */
export function billOfMaterials(bundles: readonly Metafile[]): string {
  const service: Component = { ...packageComponent(readPackage('.')), type: 'application' };
  const node = programComponent('platform', 'node', {
    version: process.versions.node,
    license: 'MIT',
    cpe: 'nodejs:node.js',
  });
  const uses = [{ user: service, used: node }, ...bundles.flatMap((one) => usesIn(one, service))];
  const components = new Map(uses.map(({ used }) => [used['bom-ref'], used]));
  components.delete(service['bom-ref']);
  const refs = [...components.keys()].sort();
  const dependencies = [service['bom-ref'], ...refs].map((ref) => {
    const own = uses.filter(({ user }) => user['bom-ref'] === ref);
    const used = new Set(own.map(({ used }) => used['bom-ref']).filter((one) => one !== ref));
    return { ref, dependsOn: [...used].sort() };
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { lifecycles: [{ phase: 'build' }], component: service },
    components: refs.map((ref) => components.get(ref)),
    dependencies,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** What the packages in a bundle import and contain. A file of no package is the service's own. */
function usesIn({ inputs, outputs }: Metafile, service: Component): Use[] {
  const owners = new Map<string, Component>();
  const ownerOf = (file: string) => {
    const folder = PACKAGE_FOLDER.exec(file)?.[0];
    if (folder === undefined) return service;
    const owner = owners.get(folder) ?? packageComponent(readPackage(folder));
    owners.set(folder, owner);
    return owner;
  };
  const contents = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  // Of some files nothing is used, and so nothing is in the bundle.
  const files = contents.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : []));
  const contained = files.flatMap((file) => {
    const user = ownerOf(file);
    return [user, ...partsOf(file)].map((used) => ({ user, used }));
  });
  const shipped = new Set(contained.map(({ user }) => user));
  const imported = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ external }) => !external)
      .map(({ path }) => ({ user: ownerOf(file), used: ownerOf(path) }))
      // Packages import code of ours only in place of Node's.
      .filter(({ used }) => used !== service && shipped.has(used)),
  );
  return [...contained, ...imported];
}

/** The packages and programs whose code is in a published file. */
function partsOf(file: string): Component[] {
  if (!file.endsWith('.node')) return packagesWithin(file).map(packageComponent);
  const license = 'blessing';
  const cpe = 'sqlite:sqlite';
  return [programComponent('library', 'sqlite', { version: sqliteVersion(), license, cpe })];
}

/** The packages that are installed and in a bundle, also as a part of another's file. */
export function shippedPackages({ outputs }: Metafile): Package[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  return files.flatMap((file) => {
    const folder = PACKAGE_FOLDER.exec(file)?.[0];
    return folder === undefined ? [] : [readPackage(folder), ...packagesWithin(file)];
  });
}

/** The packages whose code is in the published file of another. */
function packagesWithin(file: string): Package[] {
  const folder = PACKAGE_FOLDER.exec(file)?.[0];
  if (folder === undefined || file.endsWith('.node')) return [];
  const commented = [...readFileSync(file, 'utf8').matchAll(PART_COMMENT)].map(([, path]) => path);
  const map = `${file}.map`;
  const mapped = existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : [];
  return [...commented, ...mapped].flatMap((path) => {
    const [, version, name] = PART.exec(path) ?? [];
    if (name === undefined) return [];
    const candidates = [folder, '.'].map((one) => join(one, 'node_modules', name));
    const found = candidates.find((one) => existsSync(join(one, 'package.json')));
    const installed = found === undefined ? undefined : readPackage(found);
    // Without the publisher's version, it was one that the package accepts, as this one is.
    const isOfVersion = version === undefined || installed?.version === version;
    return installed && isOfVersion ? installed : { name, version };
  });
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, folder };
}

/** @see https://github.com/package-url/purl-spec/blob/main/types-doc/npm-definition.md */
function packageComponent({ name, version, license }: Package): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}${version === undefined ? '' : `@${version}`}`;
  const [group] = name.split('/');
  return {
    type: 'library',
    'bom-ref': purl,
    ...(name.includes('/') && { group }),
    name: basename(name),
    version,
    ...(license && { licenses: [{ expression: license }] as const }),
    purl,
  };
}

interface Program {
  readonly version: string;
  readonly license: string;
  /** The vendor and the product. */
  readonly cpe: string;
}

/** What is no npm package. Scanners know it by its CPE. */
function programComponent(
  type: Component['type'],
  name: string,
  { version, license, cpe }: Program,
): Component {
  const purl = `pkg:generic/${name}@${version}`;
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    licenses: [{ expression: license }],
    cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
    purl,
  };
}

/** The version of SQLite in the native code of better-sqlite3. */
function sqliteVersion(): string {
  const database = new Database(':memory:');
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    database.close();
  }
}
