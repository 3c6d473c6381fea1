import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, openDailyBook, publishOn } from '../../test/support/daily-book.ts'

test('a list by type follows the type that an institution has in that market', () => {
  const book = openDailyBook(10)
  const market = book.market()
  const countOf = (type: 'bank' | 'nbfi') => book.market().changes.of(type, undefined).length
  assert.equal(countOf('bank'), 54)
  publishOn(book, 11)
  assert.equal(countOf('bank'), 60)
  book.register(day(12), 'alpha', { type: 'nbfi' })
  assert.deepEqual([countOf('bank'), countOf('nbfi')], [30, 30])
  assert.equal(market.changes.of('bank', undefined).length, 54, 'the older market is unchanged')
})

test('a check keeps the existing lists', () => {
  const book = openDailyBook(10)
  const raises = book.market().changes.of('bank', 'up')
  book.check(day(11), 'alpha')
  assert.equal(book.market().changes.of('bank', 'up'), raises)
})

test('a list is made once for each market', () => {
  const { changes } = openDailyBook(10).market()
  assert.equal(changes.of('bank', 'up'), changes.of('bank', 'up'))
  assert.equal(changes.of(undefined, undefined), changes.all)
  const [raises, cuts] = [changes.of(undefined, 'up'), changes.of(undefined, 'down')]
  assert.equal(raises.length + cuts.length, changes.all.length)
  assert.ok(raises.every(({ direction }) => direction === 'up'))
})
