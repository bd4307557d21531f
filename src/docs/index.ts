// The documentation pages and the published contract.

export { default as docs } from './docs.ts';
