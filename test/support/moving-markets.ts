import type { Market } from '../../src/book/market/market.ts'
import { openBook } from './book.ts'

/** Names with characters that JSON escapes or UTF-8 encodes in several bytes. */
export const names = {
  alpha: 'First “Bank” 🏦',
  beta: 'B\\eta "Finance", Ltd\u2028',
  gamma: 'ගාමා බැංකුව',
}
const day = 86_400_000
const begin = Date.UTC(2026, 0, 1)

/** Markets of a book in which rates change every day: one after `days` days, and one after each of `more` further days. */
export function movingMarkets(days: number, more: number): readonly Market[] {
  const book = openBook()
  const instant = (index: number): string => new Date(begin + index * day).toISOString()
  book.register(instant(0), 'alpha', { name: names.alpha })
  book.register(instant(0), 'beta', { name: names.beta, type: 'nbfi' })
  book.register(instant(0), 'gamma', { name: names.gamma })
  const markets: Market[] = []
  for (let index = 1; index <= days + more; index++) {
    for (const [number, id] of Object.keys(names).entries()) {
      const rate = (step: number): string =>
        `${8 + ((index * step + number) % 7)}.${(index * 3) % 8}5`
      book.publish(instant(index), id, [
        `general 12 maturity ${rate(1)}`,
        `general 6 monthly ${rate(2)}`,
        `women 12.0 maturity ${rate(3)} 5000`,
      ])
    }
    if (index >= days) markets.push(book.market())
  }
  return markets
}
