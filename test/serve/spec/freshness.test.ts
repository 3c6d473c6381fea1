import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'
import { typingError, wrongBank, wrongBankRepaired } from '../../support/corrected-books.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'silent')
book.register('2026-01-01T00:00:00Z', 'beta', { type: 'nbfi', staleAfterDays: 30 })
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.publish('2026-01-10T09:00:00Z', 'beta', ['general 12 maturity 11'])
book.publish('2026-01-11T09:00:00Z', 'alpha', ['general 12 maturity 9'], {
  scraped_at: '2026-01-10T06:30:00Z',
})
const { text, lines } = apiOf(book.market(), '2026-01-20T00:00:00Z')

/** The record of `/freshness` for a book's only institution. */
async function fresh(written: Book, now: string): Promise<string | undefined> {
  const fields = [
    'last_published_at',
    'last_checked_at',
    'last_verified_at',
    'days_since_verified',
    'is_stale',
  ]
  const [line] = await apiOf(written.market(), now).lines('/freshness', ...fields)
  return line?.replaceAll('2026-01-', '').replaceAll(':00:00Z', 'h')
}

/** A book with one institution, which published on 10 January at noon and counts as stale after seven days. */
function onTheTenth(...offers: readonly string[]): Book {
  const written = openBook()
  written.register('2026-01-01T00:00:00Z', 'alpha')
  written.publish('2026-01-10T12:00:00Z', 'alpha', offers)
  return written
}

test('Freshness record: every field, in the order and type of the specification', async () => {
  assert.equal(
    await text('/freshness?institution_id=alpha'),
    '[{"institution_id":"alpha","name":"Alpha Bank","type":"bank","last_published_at":"2026-01-11T09:00:00Z",' +
      '"last_checked_at":"2026-01-10T06:30:00Z","last_verified_at":"2026-01-10T06:30:00Z","days_since_verified":9,' +
      '"stale_after_days":7,"is_stale":true}]',
  )
})

test('GET /freshness lists institutions that have published, by id', async () => {
  assert.deepEqual(
    await lines('/freshness', 'institution_id', 'type', 'stale_after_days', 'is_stale'),
    ['alpha bank 7 true', 'beta nbfi 30 false'],
  )
  assert.equal(await text('/freshness?institution_id=silent'), '[]')
})

test('GET /freshness: institution_id filters; an unknown one gives an empty array', async () => {
  assert.deepEqual(await lines('/freshness?institution_id=beta', 'institution_id'), ['beta'])
  assert.equal(await text('/freshness?institution_id=nobody'), '[]')
})

test('days_since_verified is whole days elapsed', async () => {
  const written = onTheTenth('general 12 maturity 9')
  const days = async (now: string) =>
    (await apiOf(written.market(), now).lines('/freshness', 'days_since_verified'))[0]
  assert.equal(await days('2026-01-10T12:00:00Z'), '0')
  assert.equal(await days('2026-01-11T11:59:59.999Z'), '0')
  assert.equal(await days('2026-01-11T12:00:00Z'), '1')
  assert.equal(await days('2027-01-10T12:00:00Z'), '365')
  assert.equal(await days('2026-01-09T00:00:00Z'), '0')
})

test('is_stale: false within stale_after_days, at the threshold itself too, and true 1 ms after', async () => {
  const written = onTheTenth('general 12 maturity 9')
  assert.equal(await fresh(written, '2026-01-17T11:59:59.999Z'), '10T12h 10T12h 10T12h 6 false')
  assert.equal(await fresh(written, '2026-01-17T12:00:00Z'), '10T12h 10T12h 10T12h 7 false')
  assert.equal(await fresh(written, '2026-01-17T12:00:00.001Z'), '10T12h 10T12h 10T12h 7 true')
})

test('a sheet that was read before a verification and published after it does not make its rates older', async () => {
  const late = (rate: number): Book => {
    const written = onTheTenth('general 12 maturity 9')
    written.verify('2026-01-15T00:00:00Z', 'alpha')
    written.publish('2026-01-16T00:00:00Z', 'alpha', [`general 12 maturity ${rate}`], {
      scraped_at: '2026-01-14T00:00:00Z',
    })
    return written
  }
  assert.equal(await fresh(late(9), '2026-01-17T00:00:00Z'), '16T00h 15T00h 15T00h 2 false')
  // The verification was of another rate.
  assert.equal(await fresh(late(8), '2026-01-17T00:00:00Z'), '16T00h 15T00h 14T00h 3 false')
})

test('stale_after_days is a threshold of each institution', async () => {
  const written = openBook()
  written.register('2026-01-01T00:00:00Z', 'alpha', { staleAfterDays: 1 })
  written.publish('2026-01-10T12:00:00Z', 'alpha', ['general 12 maturity 9'])
  assert.equal(await fresh(written, '2026-01-11T12:00:00.001Z'), '10T12h 10T12h 10T12h 1 true')
  written.register('2026-01-12T00:00:00Z', 'alpha', { staleAfterDays: 2 })
  assert.equal(await fresh(written, '2026-01-12T11:00:00Z'), '10T12h 10T12h 10T12h 1 false')
})

test('a check moves last_checked_at and confirms nothing', async () => {
  const written = onTheTenth('general 12 maturity 9')
  written.check('2026-01-12T08:00:00Z', 'alpha')
  assert.equal(await fresh(written, '2026-01-13T00:00:00Z'), '10T12h 12T08h 10T12h 2 false')
})

test('a verification confirms every standing offer and moves last_checked_at', async () => {
  const written = onTheTenth('general 12 maturity 9', 'women 6 maturity 8')
  written.verify('2026-01-15T08:00:00Z', 'alpha')
  assert.equal(await fresh(written, '2026-01-18T09:00:00Z'), '10T12h 15T08h 15T08h 3 false')
})

test('last_checked_at is the latest of reading, check and verification', async () => {
  const written = onTheTenth('general 12 maturity 9')
  written.check('2026-01-14T08:00:00Z', 'alpha')
  written.publish('2026-01-15T10:00:00Z', 'alpha', ['general 12 maturity 9'], {
    scraped_at: '2026-01-13T10:00:00Z',
  })
  assert.equal(await fresh(written, '2026-01-16T00:00:00Z'), '15T10h 14T08h 13T10h 2 false')
  written.publish('2026-01-17T10:00:00Z', 'alpha', ['general 12 maturity 9'])
  assert.equal(await fresh(written, '2026-01-18T00:00:00Z'), '17T10h 17T10h 17T10h 0 false')
})

test('a sheet without changes is a publication and a confirmation', async () => {
  const written = onTheTenth('general 12 maturity 9')
  written.publish('2026-01-20T12:00:00Z', 'alpha', ['general 12 maturity 9'])
  assert.equal(await fresh(written, '2026-01-20T13:00:00Z'), '20T12h 20T12h 20T12h 0 false')
})

test('a partial sheet confirms only what it lists, so the earliest confirmation counts', async () => {
  const written = onTheTenth('general 12 maturity 9', 'women 6 maturity 8')
  written.publish('2026-01-16T12:00:00Z', 'alpha', ['women 6 maturity 8.5'], { complete: false })
  assert.equal(await fresh(written, '2026-01-18T00:00:00Z'), '16T12h 16T12h 10T12h 7 true')
  written.publish('2026-01-18T12:00:00Z', 'alpha', ['general 12 maturity 9'], { complete: false })
  assert.equal(await fresh(written, '2026-01-18T13:00:00Z'), '18T12h 18T12h 16T12h 2 false')
})

test('a verification after a partial sheet confirms the rest as well', async () => {
  const written = onTheTenth('general 12 maturity 9', 'women 6 maturity 8')
  written.publish('2026-01-16T12:00:00Z', 'alpha', ['women 6 maturity 8.5'], { complete: false })
  written.verify('2026-01-17T06:00:00Z', 'alpha')
  assert.equal(await fresh(written, '2026-01-18T07:00:00Z'), '16T12h 17T06h 17T06h 1 false')
  written.publish('2026-01-19T12:00:00Z', 'alpha', ['women 6 maturity 8'], { complete: false })
  assert.equal(await fresh(written, '2026-01-20T00:00:00Z'), '19T12h 19T12h 17T06h 2 false')
})

test('a sheet does not confirm the variants that it does not cover, and withdrawn offers do not count', async () => {
  const written = onTheTenth('general 12 maturity 9', 'women 6 maturity 8', 'women 9 maturity 8')
  written.publish('2026-01-12T12:00:00Z', 'alpha', ['women 6 maturity 8'], { covers: ['women'] })
  assert.equal(await fresh(written, '2026-01-13T00:00:00Z'), '12T12h 12T12h 10T12h 2 false')
  written.publish('2026-01-14T12:00:00Z', 'alpha', ['women 6 maturity 8'])
  assert.equal(await fresh(written, '2026-01-14T13:00:00Z'), '14T12h 14T12h 14T12h 0 false')
})

test('a complete sheet does not confirm the offers that it leaves alone', async () => {
  const written = onTheTenth('general 12 maturity 9', 'women 6 maturity 8')
  const leaves = [{ product_variant: 'general', tenure_months: '12', payout_type: 'maturity' }]
  written.publish('2026-01-12T12:00:00Z', 'alpha', ['women 6 maturity 8'], { leaves })
  assert.equal(await fresh(written, '2026-01-13T00:00:00Z'), '12T12h 12T12h 10T12h 2 false')
  written.verify('2026-01-13T12:00:00Z', 'alpha')
  assert.equal(await fresh(written, '2026-01-14T00:00:00Z'), '12T12h 13T12h 13T12h 0 false')
})

test('an inactive institution that has published is listed, with its current record', async () => {
  const written = onTheTenth('general 12 maturity 9')
  written.register('2026-01-11T00:00:00Z', 'alpha', {
    active: false,
    name: 'Old Alpha',
    type: 'nbfi',
  })
  const { lines: linesOf } = apiOf(written.market(), '2026-01-12T12:00:00Z')
  assert.deepEqual(await linesOf('/freshness', 'name', 'type', 'days_since_verified'), [
    'Old Alpha nbfi 2',
  ])
})

const dates = ['institution_id', 'last_published_at', 'last_checked_at', 'last_verified_at']

test('a correction of a figure publishes, checks and confirms nothing', async () => {
  assert.deepEqual(
    await apiOf(typingError().market(), '2026-03-05T00:00:00Z').lines('/freshness', ...dates),
    ['alpha 2026-03-01T00:00:00Z 2026-03-01T00:00:00Z 2026-03-01T00:00:00Z'],
  )
})

test('a retracted sheet counts as never published', async () => {
  const now = '2026-03-05T00:00:00Z'
  const query = '/freshness?institution_id=alpha'
  assert.deepEqual(await apiOf(wrongBank().market(), now).lines(query, ...dates), [
    'alpha 2026-02-27T00:00:00Z 2026-02-27T00:00:00Z 2026-02-27T00:00:00Z',
  ])
  assert.deepEqual(await apiOf(wrongBankRepaired().market(), now).lines(query, ...dates), [
    'alpha 2026-03-02T11:00:00Z 2026-02-28T00:00:00Z 2026-02-28T00:00:00Z',
  ])
  const only = openBook()
  only.register('2026-01-01T00:00:00Z', 'alpha')
  only.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  only.retract('2026-02-02T00:00:00Z', 2)
  assert.equal(await apiOf(only.market(), now).text('/freshness'), '[]')
})

testRefusals(apiOf(book.market()), '/freshness', { institution_id: { takes: 'alpha' } })

test('a verification of a sheet that is retracted later is a check, and confirms nothing', async () => {
  const written = onTheTenth('general 12 maturity 8')
  written.publish('2026-01-11T12:00:00Z', 'alpha', ['general 12 maturity 8.5'])
  written.verify('2026-01-13T12:00:00Z', 'alpha')
  written.retract('2026-01-14T12:00:00Z', 3)
  assert.equal(await fresh(written, '2026-01-15T12:00:00Z'), '10T12h 13T12h 10T12h 5 false')
  written.verify('2026-01-15T12:00:00Z', 'alpha')
  assert.equal(await fresh(written, '2026-01-15T12:00:00Z'), '10T12h 15T12h 15T12h 0 false')
})
