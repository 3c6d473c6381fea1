/** The polynomial of CRC-32 (RFC 1952, section 8), its bits reversed. */
const polynomial = 0xed_b8_83_20

/**
 * Puts checksums together: `join(crc of A, crc of B, length of B)` is the CRC-32 of A and B one after the other. What B's length
 * does to the checksum of what stands before is linear; it is kept as a table for each length, of which there are few.
 */
export function createCrcJoin(): (before: number, next: number, length: number) => number {
  const tables: Int32Array[] = []
  return (before, next, length) => {
    const table = (tables[length] ??= tableFor(length))
    let [crc, left] = [next, before]
    for (let start = 0; start < 128; start += 16) {
      crc ^= table[start + (left & 15)] as number
      left >>>= 4
    }
    return crc
  }
}

/** What so many bytes make of each half of each byte of the checksum before them: 8 × 16 checksums. */
function tableFor(length: number): Int32Array {
  const table = new Int32Array(8 * 16)
  for (let bit = 0; bit < 32; bit++) {
    const moved = afterZeros(1 << bit, length)
    const start = (bit >> 2) * 16
    for (let half = 0; half < 16; half++) {
      if ((half >> (bit & 3)) & 1) table[start + half] = (table[start + half] as number) ^ moved
    }
  }
  return table
}

/** A checksum after so many zero bytes, without the inversions at both ends. */
function afterZeros(crc: number, bytes: number): number {
  let moved = crc
  for (let bit = 0; bit < 8 * bytes; bit++) moved = (moved >>> 1) ^ (moved & 1 ? polynomial : 0)
  return moved
}
