/** What ends a request's head. */
export const emptyLine = '\r\n\r\n'
/** The most bytes of a head that is looked up. Browsers send less than half; a longer one is parsed. */
export const longestHead = 4_096

/** Bytes, the same bytes to be read by four, and how many they are: to ask either would be one more wait for memory. */
export type Viewed = { readonly bytes: Buffer; readonly view: DataView; readonly length: number }

/** Some bytes in both ways. */
export function viewed(bytes: Buffer): Viewed {
  const { length } = bytes
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, length), length }
}

/**
 * A number of 32 bits for the bytes of a request's head, by which it is looked up. Other heads have it too: whoever finds
 * something by it has to compare the bytes. A text as the key of a map is entered in V8's table of all texts, which for a head
 * that nobody sends again costs ten times as much.
 *
 * In the manner of FNV-1a, but four bytes at a time: as those differ in their upper bits most often, which a product moves up
 * only, they are brought down each time.
 */
export function headNumber(view: DataView, start: number, end: number): number {
  let number = 0x811c9dc5
  let at = start
  for (; at + 4 <= end; at += 4) number = mixed(number ^ view.getInt32(at, true))
  for (; at < end; at++) number = mixed(number ^ view.getUint8(at))
  return number
}

function mixed(number: number): number {
  const product = Math.imul(number, 0x01000193)
  return product ^ (product >>> 15)
}

/** Whether some bytes are all of others. */
export function areSame(view: DataView, start: number, end: number, others: Viewed): boolean {
  const length = end - start
  const { view: theirs } = others
  if (length !== others.length) return false
  let at = 0
  for (; at + 4 <= length; at += 4)
    if (view.getInt32(start + at, true) !== theirs.getInt32(at, true)) return false
  for (; at < length; at++) if (view.getUint8(start + at) !== theirs.getUint8(at)) return false
  return true
}
