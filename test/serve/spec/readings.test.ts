import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instant } from '../../../src/domain/instant.ts'
import { appOf, ask, receive } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { typingError, wrongBank } from '../../support/corrected-books.ts'

const path = '/rates/history/alpha'
type Row = { readonly new_rate_pa: string; readonly seen_at: readonly string[] }

/** Each record as its rate and the days on which it was seen. */
async function seen(book: Book, query = '') {
  const { body } = await ask(appOf(book.market()), `${path}?readings=true${query}`)
  return (JSON.parse(body) as Row[]).map(({ new_rate_pa, seen_at }) =>
    [new_rate_pa, ...seen_at.map((time) => time.slice(5, 10))].join(' '),
  )
}

function readBook(): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'], {
    scraped_at: '2026-01-01T12:00:00Z',
  })
  book.check('2026-01-03T00:00:00Z', 'alpha')
  book.verify('2026-01-04T00:00:00Z', 'alpha')
  book.publish('2026-01-05T00:00:00Z', 'alpha', ['general 12 maturity 9.00'], { complete: false })
  book.publish('2026-01-06T00:00:00Z', 'alpha', ['general 12 maturity 9.5', 'general 6 maturity 8'])
  book.publish('2026-01-07T00:00:00Z', 'alpha', ['general 6 maturity 8'])
  book.verify('2026-01-08T00:00:00Z', 'alpha')
  return book
}

test('seen_at has the readings of a rate: its sheets and verifications, until it changes or ends', async () => {
  assert.deepEqual(await seen(readBook(), '&tenure_months=12'), [
    '9.500 01-06',
    '9.000 01-01 01-04 01-05',
  ])
  assert.deepEqual(await seen(readBook(), '&tenure_months=6'), [
    '8.000 01-01 01-04 01-06 01-07 01-08',
  ])
  assert.deepEqual(await seen(readBook(), '&limit=1&offset=1'), ['9.000 01-01 01-04 01-05'])
})

test('a verification of some tiers is a reading of those alone', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'])
  const entry = book.market().entries.at(-1)
  const tiers = entry?.kind === 'sheet-published' ? entry.sheet.offers.slice(1) : []
  const at = Date.UTC(2026, 0, 3) as Instant
  book.enter({ kind: 'rates-verified', institutionId: 'alpha', at, tiers })
  assert.deepEqual(await seen(book), ['9.000 01-02 01-03', '8.000 01-02'])
})

test('a corrected figure was not read: the record of the correction has its readings', async () => {
  const book = typingError()
  book.verify('2026-03-03T00:00:00Z', 'alpha')
  assert.deepEqual(await seen(book), ['15.200 03-01 03-03', '12.500', '15.200 02-27'])
})

test('a retracted sheet and its verifications are no readings', async () => {
  const book = wrongBank()
  book.verify('2026-03-04T00:00:00Z', 'alpha')
  assert.deepEqual(await seen(book, '&tenure_months=12'), ['9.000 03-04', '11.500', '9.000 02-27'])
})

test('without readings=true, there is no such field and no such column', async () => {
  const app = appOf(readBook().market())
  for (const query of ['', '?readings=false']) {
    const target = `${path}${query}`
    assert.doesNotMatch((await ask(app, target)).body, /"seen_at"/)
    const { body } = await receive(app, 'GET', target, { accept: 'text/csv' })
    assert.match(
      body,
      /^institution_id,tenure_months,prev_rate_pa,new_rate_pa,direction,changed_at\r\n/,
    )
  }
})

test('in CSV, the readings are JSON in one column', async () => {
  const { body } = await receive(
    appOf(readBook().market()),
    'GET',
    `${path}.csv?readings=true&limit=1`,
  )
  const [head, line] = body.split('\r\n')
  assert.match(head ?? '', /,changed_at,seen_at$/)
  assert.match(line ?? '', /,"\[""2026-01-06T00:00:00Z""\]"$/)
})
