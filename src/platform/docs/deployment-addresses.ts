// The addresses in what is published: those of this deployment, as far as they are known.

import { isPrefixed } from '../contract/index.ts';
import { EXAMPLE_ORIGIN } from './placeholders.ts';
import type { Place } from './publication.ts';

/** The base addresses that the operator has set. */
export function knownServers({ baseUrls: { production, staging } }: Place) {
  return [
    ...(production ? [{ url: production, description: 'Production' }] : []),
    ...(staging ? [{ url: staging, description: 'Staging' }] : []),
  ];
}

/** The address of a document of the same version: absolute where that of production is known. */
export function addressOf(path: string, place: Place): string {
  return rootAddress(place.folder + path, place);
}

/** The address of a path below the root of the service. */
export function rootAddress(path: string, place: Place): string {
  return addressFrom(place.folder, path, place);
}

/** The same in a document of a folder. */
export function addressFrom(folder: string, path: string, place: Place): string {
  const { production } = place.baseUrls;
  return production ? new URL(path, production).href : fromRoot(folder, path, place);
}

/** The address of a path in a document: relative where a proxy adds a prefix. */
export function fromRoot(folder: string, path: string, { baseUrls, contract }: Place): string {
  const root = '../'.repeat(folder.split('/').length - 1) || './';
  return (isPrefixed(baseUrls, contract) ? root : '/') + path;
}

/** The root of the service without a slash at its end: in production, or that of the examples. */
export function serviceRoot({ baseUrls, contract }: Place): string {
  return baseUrls.production?.slice(0, -contract.basePath.length) ?? EXAMPLE_ORIGIN;
}

/**
 * A text with the addresses of production, where they are known. Its links are relative to the
 * folder of its version; the changelog and the files of pages are below the root.
 */
export function withBaseUrl(text: string, place: Place): string {
  const { baseUrls, folder } = place;
  const { production } = baseUrls;
  if (!production) return folder ? text.replaceAll('](docs/', '](../docs/') : text;
  const absolute = (path: string) => `](${new URL(path, production).href}`;
  return text
    .replaceAll(EXAMPLE_ORIGIN, () => serviceRoot(place))
    .replaceAll(/\]\((docs(?=#)|client\.[jt]s(?=\)))/g, (_link, path) => absolute(folder + path))
    .replaceAll(/\]\(docs(?=\/)/g, () => absolute('docs'));
}

/** Without PUBLIC_URL, samples have the address that the service listens on. */
export function withOwnOrigin(text: string, { baseUrls, ownOrigin }: Place): string {
  const origin = baseUrls.production ? undefined : ownOrigin();
  return origin ? text.replaceAll(EXAMPLE_ORIGIN, origin) : text;
}
