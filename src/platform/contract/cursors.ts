// Cursors: the position of a row in its list, with a checksum over the list.

import { crc32 } from 'node:zlib';

/** The fields that rows are sorted by: the kind of each, and its direction. */
export type Sort = Readonly<Record<string, `${Kind} ${'asc' | 'desc'}`>>;
type Kind = keyof typeof NUMBERS | 'text';
type Values = Readonly<Record<string, unknown>>;

const LENGTH_BYTES = 2;
const NUMBER_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** The instants that both databases can compare. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * How values of each kind become 64-bit integers and back. Any integer can be read: one that no
 * value becomes is read as a value that becomes another integer.
 */
const NUMBERS = {
  int64: {
    write: (value: bigint) => value,
    read: (number: bigint) => number,
  },
  int32: {
    write: (value: number) => BigInt(value),
    read: (number: bigint) => Number(BigInt.asIntN(32, number)),
  },
  instant: {
    write: (value: Date) => BigInt(value.getTime()),
    read: (number: bigint) =>
      new Date(Math.min(Math.max(Number(number), FIRST_INSTANT), LAST_INSTANT)),
  },
};

/**
 * Writes the cursor of a position.
 *
 * @param list what tells the list from others
 */
export function writeCursor(list: string, sort: Sort, position: Values): string {
  const values = kindsOf(sort).map(([field, kind]) => {
    if (kind === 'text') return writeText(position[field] as string);
    // The types of lists make each value one of its kind.
    return writeNumber(NUMBERS[kind].write(position[field] as never));
  });
  const bytes = Buffer.concat(values);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(list, crc32(bytes)));
  return Buffer.concat([bytes, checksum]).toString('base64url');
}

/** Reads the position of a cursor; undefined if it was not written for this list. */
export function readCursor(list: string, sort: Sort, cursor: string): Values | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  let offset = 0;
  const take = (length: number) => {
    const taken = Buffer.alloc(length);
    bytes.subarray(offset, offset + length).copy(taken);
    offset += length;
    return taken;
  };
  const values = kindsOf(sort).map(([field, kind]) => {
    if (kind !== 'text') return [field, NUMBERS[kind].read(take(NUMBER_BYTES).readBigInt64BE())];
    const text = take(take(LENGTH_BYTES).readUInt16BE()).toString();
    // PostgreSQL accepts no NUL, so no row has one.
    return [field, text.replaceAll('\0', '')];
  });
  const position = Object.fromEntries(values);
  // Anything but a cursor of this list differs from the cursor of what was read.
  return writeCursor(list, sort, position) === cursor ? position : undefined;
}

/** Whether two rows have the same position, and so the same cursor. */
export function isSamePosition(sort: Sort, one: object, other: object): boolean {
  // Of an instant, each row has an object of its own.
  const valueIn = (row: object, field: string) => (row as Values)[field]?.valueOf();
  return Object.keys(sort).every((field) => valueIn(one, field) === valueIn(other, field));
}

function kindsOf(sort: Sort): [field: string, kind: Kind][] {
  return Object.entries(sort).map(([field, kind]) => [field, kind.split(' ', 1)[0] as Kind]);
}

function writeNumber(number: bigint): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeBigInt64BE(number);
  return bytes;
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
