// What all pages are served by: those of the documentation, and that of the operator. They are made
// at generation (scripts/documentation/), with the files that they load.

export { memoize, memoryFile } from './memory-file.ts';
export { servePage } from './page.ts';
export { type PageFiles, servePageFiles } from './page-files.ts';
