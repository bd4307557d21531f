import { openDatabase } from '../../src/database/index.ts';

/** Runs statements on a database, each by itself and without a time limit. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const { client, close } = await openDatabase(url, { isTimed: false });
  try {
    for (const statement of statements) await client.$executeRawUnsafe(statement);
  } finally {
    await close();
  }
}
