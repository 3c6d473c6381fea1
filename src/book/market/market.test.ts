import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, openDailyBook, publishOn } from '../../../test/support/daily-book.ts'
import { changeLists, kindOf, type ChangeLists } from './market.ts'

/** The kind of each change, as its record says it. */
const kindsOf = ({ all, terms }: ChangeLists) =>
  all.map((record) =>
    kindOf(terms.indexOf(record.terms), record.direction === 'up' ? 'up' : 'down'),
  )

test('each raise and cut has a number for its terms and its direction', () => {
  const { changes } = openDailyBook(10).market()
  assert.equal(changes.terms.length, 6)
  assert.equal(changes.all.length, 54)
  assert.deepEqual([...changes.kinds], kindsOf(changes))
})

test('a market that moves leaves the lists of the older one as they are', () => {
  const book = openDailyBook(10)
  const { changes } = book.market()
  publishOn(book, 11)
  const later = book.market().changes
  assert.equal(changes.kinds.length, 54)
  assert.deepEqual(later, changeLists(later.all), 'the same as lists that were made at once')
})

test('a check keeps the lists', () => {
  const book = openDailyBook(10)
  const { changes } = book.market()
  book.check(day(11), 'alpha')
  assert.equal(book.market().changes, changes)
})
