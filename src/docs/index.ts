// The documentation: its page, its files, and the published contract.

export { default as docs } from './docs.ts';
