import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../support/ask.ts'
import { openBook, type Book } from '../support/book.ts'
import { typingError, wrongBankRepaired } from '../support/corrected-books.ts'

const figuresOf = (book: Book) =>
  apiOf(book.market()).lines('/evidence', 'id', 'rate_pa', 'correction_id')

test('a current figure names its last correction, until another sheet lists the offer', async () => {
  const book = typingError()
  assert.deepEqual(await figuresOf(book), ['3.1 15.200 4.1'])
  book.correct('2026-03-03T00:00:00Z', 3, 'general 12 maturity 15.25')
  assert.deepEqual(await figuresOf(book), ['3.1 15.250 5.1'])
  book.publish('2026-03-04T00:00:00Z', 'alpha', ['general 12 maturity 15.25'])
  assert.deepEqual(await figuresOf(book), ['6.1 15.250 null'])
})

test('a figure that a retraction set back has no correction, and one that a correction brought back has', async () => {
  assert.deepEqual(await figuresOf(wrongBankRepaired()), [
    '8.1 8.000 null',
    '8.2 9.250 null',
    '7.1 11.500 null',
  ])
  const withdrawn = (rate: string): Book => {
    const book = openBook()
    book.register('2026-01-01T00:00:00Z', 'alpha')
    book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 6 maturity 8', 'general 12 maturity 9'])
    book.publish('2026-02-02T00:00:00Z', 'alpha', ['general 6 maturity 8'])
    book.correct('2026-02-03T00:00:00Z', 3, `general 12 maturity ${rate}`)
    return book
  }
  const book = withdrawn('9')
  assert.deepEqual(await figuresOf(book), ['3.1 8.000 null', '2.2 9.000 4.1'])
  const other = withdrawn('9.5')
  assert.deepEqual(await figuresOf(other), ['3.1 8.000 null', '2.2 9.500 4.1'])
  other.retract('2026-02-04T00:00:00Z', 3)
  assert.deepEqual(await figuresOf(other), ['2.1 8.000 null', '2.2 9.000 null'])
  // Nothing but the retracted sheet lists the offer, which the correction of another one brought back.
  book.retract('2026-02-04T00:00:00Z', 2)
  const { stands, retracted, standing_id } = JSON.parse(
    await apiOf(book.market()).text('/evidence/2.2'),
  ) as Readonly<Record<string, unknown>>
  assert.deepEqual([stands, retracted, standing_id], [false, true, '2.2'])
})

test('the correction of a figure that later sheets repeat is also that of the last of them that is not retracted', async () => {
  const repeated = (): Book => {
    const book = openBook()
    book.register('2026-01-01T00:00:00Z', 'alpha')
    for (const day of ['01', '02', '03'])
      book.publish(`2026-02-${day}T00:00:00Z`, 'alpha', ['general 12 maturity 9'])
    book.correct('2026-02-04T00:00:00Z', 2, 'general 12 maturity 9.5')
    return book
  }
  const [first, last] = [repeated(), repeated()]
  assert.deepEqual(await figuresOf(first), ['4.1 9.500 5.1'])
  first.retract('2026-02-05T00:00:00Z', 2)
  assert.deepEqual(await figuresOf(first), ['4.1 9.000 null'])
  last.retract('2026-02-05T00:00:00Z', 4)
  assert.deepEqual(await figuresOf(last), ['3.1 9.500 5.1'])
})

test('the correction of an earlier sheet leaves the current figure as it is', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 10'])
  book.correct('2026-03-02T00:00:00Z', 2, 'general 12 maturity 10')
  assert.deepEqual(await figuresOf(book), ['3.1 10.000 null'])
})
