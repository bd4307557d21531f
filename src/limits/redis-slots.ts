/** A cluster of Redis shares its keys out by this many slots. */
export const SLOTS = 16_384;

const REMAINDERS = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder << 1) ^ (remainder & 0x80_00 ? 0x1_10_21 : 0);
  }
  return remainder;
});

/**
 * The slot of a key, by its hash tag if it has one: what stands between its braces.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#key-distribution-model
 */
export function slotOf(keyOrTag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(keyOrTag)) {
    // The index is a byte.
    crc = ((crc << 8) & 0xff_ff) ^ (REMAINDERS[(crc >> 8) ^ byte] as number);
  }
  return crc % SLOTS;
}

/** Finds a hash tag whose slot is this one: one number in 16,384 on average. */
export function findTag(slot: number): string {
  let tag = 0;
  while (slotOf(String(tag)) !== slot) tag += 1;
  return String(tag);
}
