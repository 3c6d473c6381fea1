import { openBook, type Book } from './book.ts'

/** Alpha Bank offers 15.20 %. On 1 March somebody types 12.50 (position 3), and corrects it a day later (position 4). */
export function typingError(): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
  book.publish('2026-02-27T00:00:00Z', 'alpha', ['general 12 maturity 15.20'])
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 12.50'])
  book.correct('2026-03-02T00:00:00Z', 3, 'general 12 maturity 15.20', {
    note: 'The rate of 9 months was typed.',
    by: 'A. Perera',
  })
  return book
}

/** On 1 March a sheet of Beta is published for Alpha (position 5), and retracted a day later (position 6). */
export function wrongBank(): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
  book.register('2026-01-01T00:00:00Z', 'beta', { name: 'Beta Finance', type: 'nbfi' })
  book.publish('2026-02-27T00:00:00Z', 'alpha', ['general 6 maturity 8', 'general 12 maturity 9'])
  book.publish('2026-02-27T00:00:00Z', 'beta', ['general 12 maturity 11'])
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 11.50'])
  book.retract('2026-03-02T00:00:00Z', 5, { cause: 'wrong-page' })
  return book
}

/** The same book after the right sheets. That of Alpha was read before the retracted one. */
export function wrongBankRepaired(): Book {
  const book = wrongBank()
  book.publish('2026-03-02T10:00:00Z', 'beta', ['general 12 maturity 11.50'], {
    scraped_at: '2026-03-01T00:00:00Z',
  })
  book.publish(
    '2026-03-02T11:00:00Z',
    'alpha',
    ['general 6 maturity 8', 'general 12 maturity 9.25'],
    { scraped_at: '2026-02-28T00:00:00Z' },
  )
  return book
}
