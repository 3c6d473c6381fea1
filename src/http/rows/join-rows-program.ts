import { crc32 } from 'node:zlib'
import type { FoundRows } from '../../query/page.ts'
import type { Payload } from '../message/body.ts'
import { latin1Payload } from '../message/payload.ts'
import { mostDeflated } from './deflate-codes.ts'
import type { RowJoiner } from './join-rows.ts'
import type { RowTexts } from './row-texts.ts'
import { createRowsMemory, place, placesOf } from './rows-memory.ts'
import type { RowsProgram } from './rows-program.ts'
import { step } from './sending-memory.ts'

/** How far back a match may lie. */
const window = 32_768
/** The place from which they are counted anew. */
const farthest = 1_000_000_000
/** Compresses what was deflated before, no name, no time, no system (RFC 1952). */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255)
/** The sum that a list begins with, so that a bracket stands where its first piece has a comma. */
const bracketForComma = 0x5b ^ 0x2c
/** The bytes of the checksum and the length at the end. */
const trailer = 8

/**
 * A page is joined where it is sent from, if that can be reached. Else what is joined, and what is compressed, stands behind the list
 * of the pieces, and is copied from there as a whole.
 */
export function joinInWebAssembly(texts: RowTexts, program: RowsProgram): RowJoiner {
  const rows = createRowsMemory(texts, program)
  const sentFrom = program.sending?.buffer
  /** Where the next list begins, counted over all that were compressed. */
  let here = 0

  /**
   * Compresses by what is known of the rows: a piece that stood a little before is a match, and nothing has to be searched. Any other
   * is cut into atoms, the values and what stands between them, each of which is a match or is written out (decision 010).
   */
  const gzip = (found: FoundRows): Payload => {
    if (here > farthest) {
      rows.arrange(found.records.ledger)
      here = 0
    }
    const { length } = rows.measure(found)
    const [list, count] = [rows.listAt, placesOf(found)]
    const packed = list + count * place
    rows.seeTo(packed + head.length + mostDeflated(length) + trailer)
    const end = program.deflate(list, count, rows.cutsBehind, here, packed + head.length)
    // Whatever was written so far lies out of reach of the next.
    here += length + window
    if (end === 0) {
      rows.cut(found)
      return gzip(found)
    }
    const { bytes } = rows
    const sum = program.check(list, count, rows.cutsBehind, bracketForComma)
    bytes.set(head, packed)
    const form = Buffer.from(bytes.buffer, packed, end + trailer - packed)
    form.writeUInt32LE(crc32(']', sum >>> 0), end - packed)
    form.writeUInt32LE(length + 1, end - packed + 4)
    return latin1Payload(form.toString('latin1'))
  }

  return {
    measure: rows.measure,
    write(found, out, at) {
      const { length } = rows.measure(found)
      if (out.buffer === sentFrom) {
        program.joinToSend(rows.listAt, placesOf(found), out.byteOffset + at)
        return
      }
      const joined = rows.listAt + placesOf(found) * place
      rows.seeTo(joined + length + step)
      program.join(rows.listAt, placesOf(found), joined)
      out.set(rows.bytes.subarray(joined, joined + length), at)
    },
    gzip,
  }
}
