// When a command makes something anew: whenever a source, or a file that was made, is not byte for
// byte as it was the last time. Times of files would tell less: git, tar and cp set them as they
// like.

import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The digest of each file, by path. That of a missing file is empty. */
type Digests = Readonly<Record<string, string>>;

interface Product {
  /** What a person reads who waits for it. */
  readonly name: string;
  /** The file that keeps the digests of the last time. */
  readonly record: string;
  /** What it is made from, as far as that is known before. */
  sources(): Digests;
  /** The files that are made. They may include the record. */
  made(): readonly string[];
  /** Adds the digest of each source that it meets, as it was when it was read. */
  make(met: Record<string, string>): Promise<void>;
}

/** What npm has installed. Unlike package-lock.json, it never names a package that is not there. */
export const INSTALLED = 'node_modules/.package-lock.json';

/** Makes a product, unless it is up to date. Says so on stderr, since it may take a while. */
export async function makeUnlessUpToDate(product: Product): Promise<void> {
  const { name, record, sources, made, make } = product;
  // Before it is made: a source that is saved meanwhile makes the product out of date.
  const known = sources();
  const madeFiles = () => digestsOf(made().filter((file) => file !== record));
  const recorded = readRecord(record);
  const present = { ...digestsOf(Object.keys(recorded)), ...madeFiles(), ...known };
  if (isSame(recorded, present)) return;
  process.stderr.write(`Making ${name} ...\n`);
  const met = {};
  await make(met);
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ ...madeFiles(), ...met, ...known }));
}

export function digestsOf(files: readonly string[]): Digests {
  return Object.fromEntries(files.map((file) => [file, digestOf(read(file))]));
}

/** @param content nothing for a file that is missing */
export function digestOf(content: string | Buffer | undefined): string {
  return content === undefined ? '' : hash('sha256', content);
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** @returns no digests if there is no record, or a damaged one */
function readRecord(file: string): Digests {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function isSame(one: Digests, other: Digests): boolean {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...paths].every((path) => one[path] === other[path]);
}
