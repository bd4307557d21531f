// The documentation: makes the pages, their files, the guides and the samples of code from a
// complete contract.

import type { ServiceFiles } from '../sources.ts';
import type { Published } from './documentation-files.ts';

/** Adds samples of code to every operation of the document of a contract. */
export { addCodeSamples, type CodeSample } from './code-samples.ts';
/** Describes a contract by the introduction of the guides beside it. */
export { describeByGuides } from './description.ts';
/** Makes a contract as it is published. */
export { withSharedComponents } from './shared-components.ts';

/**
 * Makes the files of the documentation, by path: a module with the pages, guides and client, and
 * below `page/` the files that the pages load.
 */
export async function documentationFiles(published: Published): Promise<Record<string, string>> {
  // Highlighting and bundling take longest to load: not for what only reads guides.
  const files = await import('./documentation-files.ts');
  return files.documentationFiles(published);
}

/** Finds what is wrong with the guides to a contract: a line for each. */
export async function wrongGuides(published: Omit<Published, 'clients' | 'files'>) {
  const files = await import('./documentation-files.ts');
  return files.wrongGuides(published);
}

/** Makes the page for operators, with the files that it loads, by path. */
export async function livePageFiles(): Promise<Record<string, string>> {
  const page = await import('./live-page.ts');
  return page.livePageFiles();
}

/** Bundles the scripts and styles of all pages, again: to tell what is in them. */
export async function bundlePages(service: ServiceFiles) {
  const files = await import('./page-files.ts');
  return files.bundlePages(service);
}
