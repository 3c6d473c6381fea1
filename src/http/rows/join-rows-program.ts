import type { FoundRows } from '../../query/page.ts'
import { mostDeflated } from './deflate-codes.ts'
import type { RowJoiner } from './join-rows.ts'
import type { Measure } from './pieces.ts'
import type { RowTexts } from './row-texts.ts'
import { createRowsMemory, place, placesOf } from './rows-memory.ts'
import type { RowsProgram } from './rows-program.ts'
import { step } from './sending-memory.ts'

/** What begins a gzip form: deflated, no name, no time, no system (RFC 1952). */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255)

/** How far back a match may lie. */
const window = 32_768
/** The place from which they are counted anew. */
const farthest = 1_000_000_000

/** Where a gzip form stands in the memory of the program. */
type Packed = { readonly start: number; readonly end: number }

/**
 * A page is joined where it is sent from, if that can be reached. Else what is joined, and what is compressed, stands behind the list
 * of the pieces, and is copied from there as a whole.
 */
export function joinInWebAssembly(texts: RowTexts, program: RowsProgram): RowJoiner {
  const rows = createRowsMemory(texts, program)
  const sentFrom = program.sending?.buffer
  /** Where the next list begins, counted over all that were compressed. */
  let here = 0
  /** What was compressed last, and what it is of: it stands where it is until other rows are measured, or some are joined. */
  let last: (Packed & { readonly of: Measure }) | undefined

  /**
   * Compresses by what is known of the rows, so that nothing has to be searched (decision 010); `undefined` if one of them is too long
   * for that.
   */
  const pack = (found: FoundRows): Packed | undefined => {
    if (here > farthest) {
      rows.countAnew()
      here = 0
    }
    const measured = rows.measure(found)
    if (last?.of === measured) return last
    const [list, count] = [rows.listAt, placesOf(found)]
    const start = list + count * place
    rows.seeTo(start + head.length + mostDeflated(measured.length))
    const { cutsBehind, bracketAt } = rows
    const end = program.gzip(list, count, cutsBehind, bracketAt, here, start + head.length)
    here += measured.length + window
    if (end === 0) return rows.cut(found) ? pack(found) : undefined
    rows.bytes.set(head, start)
    last = { of: measured, start, end }
    return last
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
      last = undefined
      rows.seeTo(joined + length + step)
      program.join(rows.listAt, placesOf(found), joined)
      out.set(rows.bytes.subarray(joined, joined + length), at)
    },
    gzip(found) {
      const packed = pack(found)
      return (
        packed && {
          length: packed.end - packed.start,
          writeTo(out, at) {
            // Others may have been compressed since.
            const again = pack(found)
            if (again === undefined) throw new Error('Rows that were compressed cannot be again.')
            out.set(rows.bytes.subarray(again.start, again.end), at)
          },
        }
      )
    },
  }
}
