import type { FoundRows } from '../query/page.ts'
import type { Body } from './body.ts'
import { textBody } from './text-body.ts'
import { createGzipPieces } from './gzip-pieces.ts'
import { joinedBody } from './joined-body.ts'
import { pieceOf, type RowTexts } from './row-texts.ts'

/** Makes the bodies of rows that were found, all of one kind of record. */
export type RecordPages = (found: FoundRows) => Body

/** No row has fewer bytes. */
const leastRow = 140

/** Pages of rows that are joined of these texts. */
export function pagesOfRows(texts: RowTexts): RecordPages {
  const columns = [texts.pieces, texts.pieces, texts.pieces]
  const gzip = createGzipPieces(texts.pieces)
  return (found) => {
    const rows = found.end - found.start
    if (rows <= 0) return textBody('[]')
    let known: readonly number[] | undefined
    const numbers = (): readonly number[] => (known ??= numbersOf(texts, found))
    let made: Body | undefined
    const whole = (): Body => (made ??= joinedBody(columns, numbers()))
    return {
      least: rows * leastRow,
      isMadeEachTime: true,
      payload: () => whole().payload(),
      digest: () => whole().digest(),
      gzip: () => gzip(numbers()),
    }
  }
}

/** The numbers of the pieces of the rows that were found, newest first. */
function numbersOf(texts: RowTexts, { records, items, start, end }: FoundRows): readonly number[] {
  const { series, move, publication } = records
  const { pieces } = texts
  // No typed array: its memory would be the system's, and costs more to give back than all that is done with it.
  const numbers: number[] = []
  for (let index = end - 1; index >= start; index--) {
    const row = items[index] as number
    numbers.push(
      pieceOf(pieces, texts.series, series[row] as number),
      pieceOf(pieces, texts.move, move[row] as number),
      pieceOf(pieces, texts.publication, publication[row] as number),
    )
  }
  return numbers
}
