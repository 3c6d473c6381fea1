import type { FoundRows } from '../query/page.ts'
import { textBody, type Body } from './body.ts'
import { markText, mixHigh, mixLow, type Mark } from './fragment.ts'
import type { Octets } from './octets.ts'
import { pieceOf, type RowTexts } from './row-texts.ts'

/** Makes the bodies of rows that were found, all of one kind of record. */
export type RecordPages = (found: FoundRows) => Body

/** No row has fewer characters. */
const leastRow = 140

/** Pages of rows that are joined of these texts. */
export function pagesOfRows(texts: RowTexts): RecordPages {
  return (found) => {
    const rows = found.end - found.start
    if (rows <= 0) return textBody('[]')
    let made: Joined | undefined
    const whole = (): Joined => (made ??= joined(texts, found))
    return {
      least: rows * leastRow,
      isMadeEachTime: true,
      octets: () => whole().octets,
      digest: () => markText(whole()),
    }
  }
}

/** A list of rows, and what names it. */
type Joined = Mark & { readonly octets: Octets }

/** The rows that were found, newest first. */
function joined(texts: RowTexts, { records, items, start, end }: FoundRows): Joined {
  const { series, move, publication } = records
  let [text, high, low] = ['', 0, 0]
  for (let index = end - 1; index >= start; index--) {
    const row = items[index] as number
    const first = pieceOf(texts.series, series[row] as number)
    const second = pieceOf(texts.move, move[row] as number)
    const third = pieceOf(texts.publication, publication[row] as number)
    // Every row begins with the comma before it, the first of them with the bracket of the list.
    text += (text === '' ? `[${first.text.slice(1)}` : first.text) + second.text + third.text
    // No text stands for two kinds of piece, so a sum names the three.
    high = mixHigh(high, (first.high + second.high + third.high) | 0)
    low = mixLow(low, (first.low + second.low + third.low) | 0)
  }
  return { octets: `${text}]` as Octets, high, low }
}
