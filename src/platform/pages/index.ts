// What all pages are served by: those of the documentation, and that of the operator. They are made
// at generation (scripts/documentation/), with the files that they load. What their scripts and
// styles have in common is in browser/.

export { pageHeaders } from './headers.ts';
export { type Create, memoryFile } from './memory-file.ts';
export { servePage } from './page.ts';
export { type PageFiles, servePageFiles } from './page-files.ts';
