// What the service relies on in a database, compared with what is there.

export { checkNumbers, checkSchema, requireSchema, type SchemaFindings } from './check.ts';
