import { parseArgs } from 'node:util';
import { MIGRATED_MODELS, MODELS } from '../generate/sources.ts';

/*
 * `npm run migration`: writes the next migration for both databases.
 */

const HELP = `Writes a migration for SQLite and one for PostgreSQL, of the same name, out of what has changed in
${MODELS} since the last one. No database takes part.

  npm run migration -- add_breed

Read both before they are applied, and edit them where a comment says so. The first line of each declares
whether the version before runs on the new schema (\`-- additive\`), so that it can be rolled back to, or not
(\`-- breaking: \` and why): change it if you change what it is about. The service applies those for
SQLite when it starts, \`npm run migrate\` those for PostgreSQL. To write one again that was applied nowhere
yet, remove its two folders and restore ${MIGRATED_MODELS}.
`;

await main(process.argv.slice(2));

async function main(args: string[]) {
  const options = { help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [purpose] = positionals;
  if (values.help) process.stdout.write(HELP);
  else if (purpose === undefined || positionals.length > 1) {
    throw new Error('Name the migration by what it does: npm run migration -- add_breed');
  } else for (const line of await run(purpose)) process.stdout.write(`${line}\n`);
}

/** @returns what to tell the person */
async function run(purpose: string): Promise<string[]> {
  // Only now, since a help needs no schema engine.
  const { createMigration } = await import('./create.ts');
  const { migrationFiles } = await import('./files.ts');
  const outcome = await createMigration(migrationFiles('prisma'), purpose, new Date());
  if (!outcome) return ['The models are those of the last migration: there is nothing to write.'];
  const { paths, dangers } = outcome;
  if (paths.length === 0) {
    return [`No database has to change. ${MIGRATED_MODELS} has the models as they are now.`];
  }
  return [
    ...paths.map((path) => `Wrote ${path}`),
    ...dangers.map((danger) => `Look at it: ${danger}`),
  ];
}
