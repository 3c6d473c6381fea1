import { textBody, type Body } from './body.ts'
import { markText, mixHigh, mixLow, type Fragment } from './fragment.ts'
import type { Octets } from './octets.ts'

/** The list of rows that were written before, each with the comma before it. */
export function joinedBody(rows: readonly Fragment[]): Body {
  if (rows.length === 0) return textBody('[]')
  let [text, high, low] = ['', 0, 0]
  for (const row of rows) {
    text += row.text
    high = mixHigh(high, row.high)
    low = mixLow(low, row.low)
  }
  return {
    least: text.length + 1,
    octets: () => `[${text.slice(1)}]` as Octets,
    digest: () => markText({ high, low }),
  }
}
