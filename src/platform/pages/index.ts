// What all pages are served with: those of the documentation, and that of the operator.

export { memoize, memoryFile } from './memory-file.ts';
