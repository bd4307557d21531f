// Settings: their definitions, and secrets in files.

export * from './definitions.ts';
export * from './secret-files.ts';
