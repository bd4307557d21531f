import { isOver } from '../is-over.ts';
import type { Database } from './database.ts';
import { faultKind, isWriteFault, reason } from './faults.ts';
import { checkNumbers } from './schema/index.ts';

/*
 * Whether the database takes writes. It may fail to, for want of space or by a setting, and still read. The
 * errors of requests tell when that begins; rows that are written and rolled back tell when it is over.
 */

export interface Writes {
  /** Takes an error of a request for evidence. */
  takeFault(error: unknown): void;
  /** Why writes fail, in one line; undefined when they succeed, as far as is known. */
  failure(): Promise<string | undefined>;
  /** The same without waiting, for when the database is too slow to be tried. */
  known(): string | undefined;
}

/** For how long a result is reused. */
const MAX_AGE_MS = 2_000;
/** For how long a write to a SQLite file proves that the next one succeeds too. */
const PROOF_MS = 10_000;

/** More than the largest create writes. */
const TRIAL_PAGES = 32;

/** Rows as large as any, for which a database must grow: what it has no room for are new rows. */
const TRIAL_ROWS = Array.from({ length: 16 }, (_none, i) => ({
  id: 2n ** 63n - 1n - BigInt(i),
  name: '\u{1F408}'.repeat(255),
  categoryId: 0n,
  status: 'available' as const,
}));

/** Most creates have a key, and may use one that has expired. */
const TRIAL_KEY = { customerId: 0, key: 'trial' };
const TRIAL_USE = { bodyHash: '', petId: 2n ** 63n - 1n, expiresAt: new Date(0) };

export function watchWrites(database: Omit<Database, 'writes'>): Writes {
  const { client, provider, query } = database;
  let fault: { readonly kind: string; readonly reason: string } | undefined;
  let takenNumbers: readonly string[] = [];
  let provenAtMs = Number.NEGATIVE_INFINITY;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let check: Promise<void> | undefined;

  return {
    takeFault,
    async failure() {
      if (isOver(MAX_AGE_MS, checkedAtMs)) {
        checkedAtMs = Date.now();
        // An error that is not about writing shows in reads too.
        check = checkWrites().catch(takeFault);
      }
      await check;
      return known();
    },
    known,
  };

  function known() {
    if (fault) return fault.reason;
    if (takenNumbers.length > 0) return `the next numbers of ${takenNumbers.join(', ')} are taken`;
    return undefined;
  }

  function takeFault(error: unknown) {
    if (!isWriteFault(error)) return;
    const kind = faultKind(error);
    // Of the same fault, each statement has its own words.
    if (fault?.kind !== kind) fault = { kind, reason: reason(error) };
  }

  async function checkWrites() {
    if (fault || (await isOpen())) await writeOnTrial();
    takenNumbers = await checkNumbers(database);
  }

  /** Whether it is not known that writes succeed. */
  async function isOpen() {
    if (provider === 'sqlite') return isOver(PROOF_MS, provenAtMs);
    const [row] = await query<[string]>("SELECT current_setting('transaction_read_only')", []);
    return row?.[0] === 'on';
  }

  async function writeOnTrial() {
    const rollback = new Error('The rows are not wanted.');
    const trial = client.$transaction(async ({ pet, idempotencyKey }) => {
      await pet.createMany({ data: TRIAL_ROWS });
      await idempotencyKey.upsert({
        where: { customerId_key: TRIAL_KEY },
        create: { ...TRIAL_KEY, ...TRIAL_USE },
        update: TRIAL_USE,
      });
      throw rollback;
    });
    await trial.catch((error) => {
      if (error !== rollback) throw error;
    });
    // After a fault a single page may still have room.
    if (provider === 'sqlite') await writeHeader(fault ? TRIAL_PAGES : 1);
    fault = undefined;
    provenAtMs = Date.now();
  }

  /** SQLite writes to the disk only what is committed: each time a page at the end of its log. */
  async function writeHeader(times: number) {
    const [row] = await query<[number | bigint]>('PRAGMA user_version', []);
    for (let i = 0; i < times; i += 1) {
      await client.$executeRawUnsafe(`PRAGMA user_version = ${row?.[0]}`);
    }
  }
}
