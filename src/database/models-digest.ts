import { hash } from 'node:crypto';

/*
 * Whether models are those of the last migration. A migration is written together with a copy of them,
 * `prisma/migrations/schema.prisma`; the clients are generated together with the digest of theirs.
 */

export const UNMIGRATED =
  'The models in prisma/schema.prisma are not those of the last migration. Run: npm run migration -- NAME';

/** A string; or a run of comments, white space and how the clients are generated; or one character. */
const TOKEN = /"(?:[^"\\]|\\.)*"|(?:\/\/[^\n]*|\s|\bgenerator\s+\w+\s*\{[^}]*\})+|./gs;

/** SHA-256 of the models in a schema, in hexadecimal. It is the same however they are laid out. */
export function modelsDigest(schema: string): string {
  const tokens = Array.from(schema.matchAll(TOKEN), ([token]) =>
    /^(\s|\/\/|generator\b)/.test(token) ? ' ' : token,
  );
  return hash('sha256', tokens.join('').trim());
}
