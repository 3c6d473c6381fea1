import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../support/ask.ts'
import { openBook, type Book } from '../support/book.ts'
import { typingError, wrongBank, wrongBankRepaired } from '../support/corrected-books.ts'

const history = '/rates/history/alpha'
const fields = ['prev_rate_pa', 'new_rate_pa', 'prev_changed_at', 'prev_seen_at']
const previous = async (book: Book, path: string) =>
  (await apiOf(book.market()).lines(path, ...fields)).map((line) =>
    line.replaceAll('T00:00:00Z', ''),
  )

test('a record says when the previous rate was published and last seen: by a sheet, or a verification', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-01-05T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  book.verify('2026-02-10T00:00:00Z', 'alpha')
  book.check('2026-02-11T00:00:00Z', 'alpha')
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 8'])
  const lines = [
    '9.500 8.000 2026-02-01 2026-02-10',
    '9.000 9.500 2026-01-02 2026-01-05',
    '9.000 9.000 null null',
  ]
  assert.deepEqual(await previous(book, history), lines)
  assert.deepEqual(await previous(book, '/rates/changes'), lines.slice(0, 2))
})

test('after a withdrawal, the previous rate is the one before it, last seen before the offer ended', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'])
  book.verify('2026-01-03T00:00:00Z', 'alpha')
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 6 maturity 8'])
  book.verify('2026-02-02T00:00:00Z', 'alpha')
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 10', 'general 6 maturity 8'])
  assert.deepEqual(await previous(book, `${history}?limit=1`), [
    '9.000 10.000 2026-01-02 2026-01-03',
  ])
})

test('the record of a correction and the record after it say when their previous rates were seen', async () => {
  const typed = typingError()
  typed.publish('2026-03-05T00:00:00Z', 'alpha', ['general 12 maturity 15'])
  assert.deepEqual(await previous(typed, history), [
    '15.200 15.000 2026-03-02 2026-03-01',
    '12.500 15.200 2026-03-01 2026-03-01',
    '15.200 12.500 2026-02-27 2026-02-27',
    '15.200 15.200 null null',
  ])
  // Without the false record and its correction, 15.20 stands since February.
  assert.deepEqual(await previous(typed, '/rates/changes'), ['15.200 15.000 2026-02-27 2026-03-01'])
})

test('a retracted sheet has seen nothing', async () => {
  assert.deepEqual(await previous(wrongBank(), `${history}?limit=2&tenure_months=12`), [
    '11.500 9.000 2026-03-01 2026-03-01',
    '9.000 11.500 2026-02-27 2026-02-27',
  ])
  assert.deepEqual(await previous(wrongBankRepaired(), '/rates/changes?institution_id=alpha'), [
    '9.000 9.250 2026-02-27 2026-02-27',
  ])
})

test('in a corrected history, a rate that returned after a withdrawal was published when it returned', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 15.2'])
  book.correct('2026-01-03T00:00:00Z', 2, 'general 12 maturity 12.5')
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 6 maturity 8'])
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 12.5'])
  book.publish('2026-04-01T00:00:00Z', 'alpha', ['general 12 maturity 13'])
  assert.deepEqual(await previous(book, '/rates/changes'), ['12.500 13.000 2026-03-01 2026-03-01'])
})

test('a sheet that repeats a corrected rate keeps it known after the corrected sheet is retracted', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 8'])
  book.correct('2026-01-03T00:00:00Z', 2, 'general 12 maturity 9.5')
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  book.retract('2026-02-02T00:00:00Z', 2)
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 8'])
  assert.deepEqual(await previous(book, '/rates/changes'), ['9.500 8.000 2026-02-01 2026-02-01'])
})
