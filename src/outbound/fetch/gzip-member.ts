/** Where the deflate data of a gzip member begins (RFC 1952, 2.3); `undefined` if the header is not whole. */
export function gzipDataStart(bytes: Uint8Array): number | undefined {
  const [first, second, method, flags = 0] = bytes
  if (first !== 0x1f || second !== 0x8b || method !== 8) return undefined
  let at = 10
  const skipText = (): void => {
    const end = bytes.indexOf(0, at)
    at = end === -1 ? bytes.length : end + 1
  }
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256
  if ((flags & 8) !== 0) skipText()
  if ((flags & 16) !== 0) skipText()
  if ((flags & 2) !== 0) at += 2
  return at < bytes.length ? at : undefined
}
