import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf, appOf, receive } from '../../support/ask.ts'
import { evidenceBook } from '../../support/evidence-book.ts'

const book = evidenceBook()
book.correct('2026-02-01T00:00:00Z', 10, 'general 3 maturity 7.5')
book.publish('2026-02-03T06:00:00Z', 'alpha', ['general 12 maturity 9', 'general 3 maturity 7.5'], {
  scraped_at: '2026-02-02T09:30:00Z',
})
const { lines } = apiOf(book.market())
const fields = ['direction', 'changed_at', 'read_at', 'printed_date']
const ofAlpha = '&tenure_months=12&variant=general&details=true'

test('a record says when its rate was read and which day the page prints, not only when it was approved', async () => {
  const moves = [
    'down 2026-02-03T06:00:00Z 2026-02-02T09:30:00Z null',
    'up 2026-01-05T02:00:00Z 2026-01-05T00:00:00Z 2026-01-01',
  ]
  assert.deepEqual(await lines(`/rates/changes?limit=9${ofAlpha}`, ...fields), moves)
  assert.deepEqual(await lines(`/rates/history/alpha?limit=9${ofAlpha}`, ...fields), [
    ...moves,
    'initial 2026-01-02T00:00:00Z 2026-01-02T00:00:00Z null',
  ])
})

test('nobody read the record of a correction', async () => {
  const target = '/rates/history/alpha?tenure_months=3&details=true'
  assert.deepEqual(await lines(target, 'source_url'), ['null', 'https://alpha.example/rates'])
  assert.deepEqual(await lines(target, ...fields), [
    'up 2026-02-01T00:00:00Z null null',
    'initial 2026-01-05T02:00:00Z 2026-01-05T00:00:00Z 2026-01-01',
  ])
})

test('an entry of the feed says when the rate was read and the date of the page', async () => {
  const { body } = await receive(appOf(book.market()), 'GET', '/rates/changes.atom')
  const contents = Array.from(
    body.matchAll(/<content type="text">(.*)<\/content>/g),
    ([, one]) => one,
  )
  assert.deepEqual(contents, [
    'Alpha Bank cut 12 months (general, interest at maturity) from 15.500 % to 9.000 %. Nominal rates per annum. The new rate was read on alpha.example at 2026-02-02T09:30:00Z.',
    'Alpha Bank raised 12 months (general, interest at maturity) from 9.000 % to 15.500 %. Nominal rates per annum. The new rate was read on alpha.example at 2026-01-05T00:00:00Z; the page is dated 2026-01-01.',
  ])
})
