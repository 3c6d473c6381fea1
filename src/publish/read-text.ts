import { isUtf8 } from 'node:buffer'
import type { Refuse } from './problem.ts'

/** The largest file that is read, in bytes: 10,000 offers with every field take about 3 MB. */
export const fileLimit = 32 * 1024 * 1024

/** The text of a file's bytes, UTF-8 without a byte-order mark; `undefined` once it is refused. */
export function readText(bytes: Uint8Array, refuse: Refuse): string | undefined {
  if (bytes.byteLength > fileLimit) {
    // Who read the file may have stopped at the limit, so its size is not known here.
    return refuse(
      'too-large',
      '',
      `The file is larger than ${fileLimit / 1024 / 1024} MiB, the most that is read.`,
    )
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return refuse(
      'byte-order-mark',
      '',
      'The file begins with a byte-order mark; save it as UTF-8 without one.',
    )
  }
  if (bytes[0] === 0xff || bytes[0] === 0xfe) {
    return refuse(
      'byte-order-mark',
      '',
      'The file is UTF-16; save it as UTF-8 without a byte-order mark.',
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(
      'not-utf-8',
      '',
      `Byte ${firstBadByte(bytes)} is not UTF-8; save the file as UTF-8.`,
    )
  }
}

/** The offset of the first byte that is not UTF-8: what decodes before it is as long as it should be. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.byteLength]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      good = middle
    } catch {
      bad = middle
    }
  }
  // A character may have been cut short there: it is the one that is not UTF-8.
  while (!isUtf8(bytes.subarray(0, good))) good--
  return good
}
