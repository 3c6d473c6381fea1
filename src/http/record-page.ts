import type { FoundRows } from '../query/page.ts'
import type { Body, Payload } from './body.ts'
import { textBody } from './text-body.ts'
import { createGzipPieces } from './gzip-pieces.ts'
import { createRowJoiner } from './joined-rows.ts'
import { markText } from './pieces.ts'
import type { RowTexts } from './row-texts.ts'

/** Makes the bodies of rows that were found, all of one kind of record. */
export type RecordPages = (found: FoundRows) => Body

/** No row has fewer bytes. */
const leastRow = 140

/** Pages of rows that are joined of these texts: all in one memory, so one that is asked for late is joined again. */
export function pagesOfRows(texts: RowTexts): RecordPages {
  const join = createRowJoiner(texts)
  const gzip = createGzipPieces(texts.pieces)
  return (found) => {
    const rows = found.end - found.start
    if (rows <= 0) return textBody('[]')
    return {
      least: rows * leastRow,
      isMadeEachTime: true,
      payload: (): Payload => ({
        length: join(found).length,
        writeTo(out, at) {
          const { bytes, length } = join(found)
          bytes.copy(out, at, 0, length)
        },
      }),
      digest: () => markText(join(found).mark),
      gzip() {
        const { numbers, count, bytes, length } = join(found)
        return gzip(numbers, count, bytes.subarray(0, length))
      },
    }
  }
}
