/** Fewer, longer texts cost less to write and to compress. */
const chunkLength = 262_144

/** Joins short texts to longer ones, because all of them together may be longer than the longest text. */
export function* chunksOf(parts: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const part of parts) {
    chunk += part
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
