import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { typingError, wrongBank, wrongBankRepaired } from '../../support/corrected-books.ts'
import { withParameter } from '../../support/targets.ts'

const history = '/rates/history/alpha'
const fields = ['prev_rate_pa', 'new_rate_pa', 'prev_changed_at', 'prev_seen_at']
const previous = async (book: Book, path: string) =>
  (await apiOf(book.market()).lines(withParameter(path, 'details', 'true'), ...fields)).map(
    (line) => line.replaceAll('T00:00:00Z', ''),
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
    '12.500 15.200 2026-03-01 null',
    '15.200 12.500 2026-02-27 2026-02-27',
    '15.200 15.200 null null',
  ])
  // Without the false record and its correction, 15.20 stands since February.
  assert.deepEqual(await previous(typed, '/rates/changes'), ['15.200 15.000 2026-02-27 2026-03-01'])
})

test('a retracted sheet has seen nothing', async () => {
  assert.deepEqual(await previous(wrongBank(), `${history}?limit=2&tenure_months=12`), [
    '11.500 9.000 2026-03-01 null',
    '9.000 11.500 2026-02-27 2026-02-27',
  ])
  assert.deepEqual(await previous(wrongBankRepaired(), '/rates/changes?institution_id=alpha'), [
    '9.000 9.250 2026-02-27 2026-02-27',
  ])
})

test('a wrong reading of the previous rate is passed over: the last real one counts, as in /rates/changes', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.correct('2026-02-02T00:00:00Z', 3, 'general 12 maturity 8')
  const first = '9.000 9.000 null null'
  assert.deepEqual(await previous(book, history), ['9.000 8.000 2026-01-02 2026-01-02', first])
  assert.deepEqual(await previous(book, '/rates/changes'), ['9.000 8.000 2026-01-02 2026-01-02'])
  // Nobody read 8.00 if the figure was 8.50.
  book.correct('2026-02-03T00:00:00Z', 3, 'general 12 maturity 8.5')
  assert.deepEqual(await previous(book, `${history}?limit=2`), [
    '8.000 8.500 2026-02-02 null',
    '9.000 8.000 2026-01-02 2026-01-02',
  ])
})

test('a rate that was read long ago was not seen as the previous one if other rates were read since', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [month, rate] of [9, 10, 9, 9.5].entries())
    book.publish(`2026-0${month + 2}-01T00:00:00Z`, 'alpha', [`general 12 maturity ${rate}`])
  book.correct('2026-06-01T00:00:00Z', 4, 'general 12 maturity 10')
  assert.deepEqual(await previous(book, `${history}?limit=1`), ['9.000 9.500 2026-04-01 null'])
  assert.deepEqual(await previous(book, '/rates/changes?limit=1'), [
    '10.000 9.500 2026-03-01 2026-04-01',
  ])
})

test('a sheet that was read before a verification of the same rate does not move its last reading back', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-08-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.verify('2026-08-05T00:00:00Z', 'alpha')
  book.publish('2026-08-06T00:00:00Z', 'alpha', ['general 12 maturity 9'], {
    scraped_at: '2026-08-04T00:00:00Z',
  })
  book.publish('2026-09-01T00:00:00Z', 'alpha', ['general 12 maturity 8'])
  const last = ['9.000 8.000 2026-08-01 2026-08-05']
  assert.deepEqual(await previous(book, `${history}?limit=1`), last)
  // The same in a book with a correction, whose history is read again.
  book.publish('2026-09-02T00:00:00Z', 'alpha', ['general 12 maturity 18'])
  book.correct('2026-09-03T00:00:00Z', 6, 'general 12 maturity 8')
  assert.deepEqual(await previous(book, `${history}?limit=1&offset=2`), last)
  assert.deepEqual(await previous(book, '/rates/changes'), last)
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

const withdrawals = async (book: Book, path: string) =>
  (
    await apiOf(book.market()).lines(
      withParameter(path, 'details', 'true'),
      'changed_at',
      'direction',
      'prev_withdrawn_at',
    )
  ).map((line) => line.replaceAll('T00:00:00Z', '').replaceAll('2026-', ''))
const six = 'general 6 maturity 8'

test('a record says when the offer was withdrawn before it returned, at another rate or the same one', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 12 maturity 9', six])
  book.publish('2026-05-03T00:00:00Z', 'alpha', [six])
  book.publish('2026-05-04T00:00:00Z', 'alpha', [six])
  book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 12 maturity 10', six])
  book.publish('2026-05-21T00:00:00Z', 'alpha', ['general 12 maturity 11', six])
  book.publish('2026-05-22T00:00:00Z', 'alpha', [six])
  book.publish('2026-05-23T00:00:00Z', 'alpha', ['general 12 maturity 11', six])
  const moves = ['05-21 up null', '05-20 up 05-03']
  assert.deepEqual(await withdrawals(book, `${history}?tenure_months=12`), [
    '05-23 flat 05-22',
    ...moves,
    '05-01 initial null',
  ])
  assert.deepEqual(await withdrawals(book, '/rates/changes'), moves)
})

test('a retracted sheet has withdrawn nothing, also if it is retracted after the offer returned', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 12 maturity 9', six])
  book.publish('2026-05-03T00:00:00Z', 'alpha', [six])
  book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 12 maturity 10', six])
  assert.deepEqual(await withdrawals(book, '/rates/changes'), ['05-20 up 05-03'])
  book.retract('2026-05-21T00:00:00Z', 3)
  assert.deepEqual(await withdrawals(book, '/rates/changes'), ['05-20 up null'])
  // The history keeps each record as it was published.
  assert.deepEqual(await withdrawals(book, `${history}?limit=1`), ['05-20 up 05-03'])
})

test('a withdrawal that a correction reversed is not one of the right rate', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 12 maturity 9', six])
  book.publish('2026-05-03T00:00:00Z', 'alpha', [six])
  book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 12 maturity 10', six])
  book.correct('2026-05-21T00:00:00Z', 3, 'general 12 maturity 9')
  assert.deepEqual(await withdrawals(book, '/rates/changes'), ['05-20 up null'])
  // A second correction says that the withdrawal was right.
  book.correct('2026-05-22T00:00:00Z', 3, 'general 12 maturity none')
  assert.deepEqual(await withdrawals(book, '/rates/changes'), ['05-20 up 05-03'])
})

test('in a corrected history, a withdrawal after a false record is one of the right rate before it', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-05-01T00:00:00Z', 'alpha', ['general 12 maturity 9', six])
  book.publish('2026-05-02T00:00:00Z', 'alpha', ['general 12 maturity 19', six])
  book.publish('2026-05-03T00:00:00Z', 'alpha', [six])
  book.correct('2026-05-04T00:00:00Z', 3, 'general 12 maturity 9')
  book.publish('2026-05-20T00:00:00Z', 'alpha', ['general 12 maturity 10', six])
  assert.deepEqual(await withdrawals(book, '/rates/changes'), ['05-20 up 05-03'])
})
