import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appOf, ask, apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'
import { typingError, wrongBankRepaired } from '../../support/corrected-books.ts'

const path = '/rates/history/alpha'
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.register('2026-01-01T00:00:00Z', 'silent')
book.publish('2026-02-01T00:00:00Z', 'alpha', [
  'general 12 maturity 9.0',
  'general 12 monthly 8.6',
  'general 3 maturity 8.25',
  'women 12 maturity 9.5',
])
book.publish('2026-03-01T12:00:00.5Z', 'alpha', [
  'women 12 maturity 9.25',
  'general 12 monthly 8.75',
  'general 12.0 maturity 9.00',
  'general 3.00 maturity 8.2500',
])
const { text, lines, invalid } = apiOf(book.market())
const moved = (query = '') =>
  lines(path + query, 'tenure_months', 'prev_rate_pa', 'new_rate_pa', 'direction', 'changed_at')

const specified =
  '[{"institution_id":"alpha","tenure_months":"12.00","prev_rate_pa":"9.500","new_rate_pa":"9.250",' +
  '"direction":"down","changed_at":"2026-03-01T12:00:00.500Z"'

test('Rate history record: every field, in the order and type of the specification', async () => {
  assert.equal(await text(`${path}?limit=1`), `${specified}}]`)
})

test('details=true adds the times before the change and the whole tier at the end of each record', async () => {
  assert.equal(
    await text(`${path}?limit=1&details=true`),
    `${specified},"min_deposit":"0.00","prev_min_deposit":"0.00",` +
      '"prev_changed_at":"2026-02-01T00:00:00Z","prev_seen_at":"2026-02-01T00:00:00Z","prev_withdrawn_at":null,' +
      '"read_at":"2026-03-01T12:00:00.500Z","source_url":"https://alpha.example/rates","printed_date":null,"product_variant":"women","payout_type":"maturity","tenure_to_months":null}]',
  )
})

test('GET /rates/history/{institution_id}: newest first; the order of the book reversed', async () => {
  assert.deepEqual(await moved(), [
    '12.00 9.500 9.250 down 2026-03-01T12:00:00.500Z',
    '12.00 8.600 8.750 up 2026-03-01T12:00:00.500Z',
    '12.00 9.500 9.500 initial 2026-02-01T00:00:00Z',
    '12.00 8.600 8.600 initial 2026-02-01T00:00:00Z',
    '12.00 9.000 9.000 initial 2026-02-01T00:00:00Z',
    '3.00 8.250 8.250 initial 2026-02-01T00:00:00Z',
  ])
})

test('variant and payout_type filter, though no record carries them', async () => {
  assert.deepEqual(await moved('?variant=women'), [
    '12.00 9.500 9.250 down 2026-03-01T12:00:00.500Z',
    '12.00 9.500 9.500 initial 2026-02-01T00:00:00Z',
  ])
  assert.deepEqual(await moved('?payout_type=monthly&limit=1'), [
    '12.00 8.600 8.750 up 2026-03-01T12:00:00.500Z',
  ])
  assert.deepEqual(await moved('?tenure_months=3.000'), [
    '3.00 8.250 8.250 initial 2026-02-01T00:00:00Z',
  ])
  assert.deepEqual(await moved('?variant=general&tenure_months=12&payout_type=maturity'), [
    '12.00 9.000 9.000 initial 2026-02-01T00:00:00Z',
  ])
  assert.deepEqual(await moved('?variant=minor'), [])
})

test('GET /rates/history/{institution_id}: limit and offset cut the filtered list', async () => {
  const all = await moved()
  assert.deepEqual(await moved('?limit=2'), all.slice(0, 2))
  assert.deepEqual(await moved('?offset=4'), all.slice(4))
  assert.deepEqual(await moved('?limit=1&offset=5'), [
    '3.00 8.250 8.250 initial 2026-02-01T00:00:00Z',
  ])
  assert.deepEqual(await moved('?variant=women&limit=1&offset=1'), [
    '12.00 9.500 9.500 initial 2026-02-01T00:00:00Z',
  ])
  assert.deepEqual(await moved('?offset=0&limit=1000'), all)
  for (const offset of ['6', '1000000', '9007199254740993', '9'.repeat(400)]) {
    assert.deepEqual(await moved(`?offset=${offset}`), [], offset)
  }
})

test('limit is 200 by default, and 1000 at the most', async () => {
  const long = openBook()
  long.register('2026-01-01T00:00:00Z', 'alpha')
  for (const day of ['01', '02', '03']) {
    const offers = Array.from(
      { length: 400 },
      (_, index) => `general ${index + 1} maturity 9.${day}`,
    )
    long.publish(`2026-02-${day}T00:00:00Z`, 'alpha', offers)
  }
  const { rows } = apiOf(long.market())
  assert.equal((await rows(path)).length, 200)
  assert.equal((await rows(`${path}?limit=1000`)).length, 1000)
  assert.equal((await rows(`${path}?limit=1000&offset=1000`)).length, 200)
  const [newest, ...others] = await rows(path)
  assert.deepEqual(
    [newest?.['tenure_months'], others.at(-1)?.['tenure_months']],
    ['400.00', '201.00'],
  )
})

/** The directions that sheets of one institution leave in its history, oldest first, one sheet a month. */
async function directions(
  ...sheets: readonly (string | readonly [string, object])[]
): Promise<readonly string[]> {
  const written = openBook()
  written.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [index, sheet] of sheets.entries()) {
    const [offers = '', head = {}] = typeof sheet === 'string' ? [sheet] : sheet
    written.publish(`2026-0${index + 2}-01T00:00:00Z`, 'alpha', offers.split(', '), head)
  }
  const answer = await apiOf(written.market()).lines(
    `${path}?tenure_months=12`,
    'direction',
    'prev_rate_pa',
    'new_rate_pa',
  )
  return answer.toReversed()
}

test('the first record is initial, with prev_rate_pa equal to new_rate_pa', async () => {
  assert.deepEqual(await directions('general 12 maturity 9.5'), ['initial 9.500 9.500'])
})

test('the direction is up or down as the headline rate rises or falls in value', async () => {
  assert.deepEqual(
    await directions(
      'general 12 maturity 9.5',
      'general 12 maturity 10',
      'general 12 maturity 9.875',
    ),
    ['initial 9.500 9.500', 'up 9.500 10.000', 'down 10.000 9.875'],
  )
})

test('the same value in another printing is no change', async () => {
  assert.deepEqual(await directions('general 12 maturity 9.5', 'general 12.0 maturity 9.5000'), [
    'initial 9.500 9.500',
  ])
})

test('the direction is flat when an offer returns at the same rate; a withdrawal is no record', async () => {
  assert.deepEqual(
    await directions('general 12 maturity 9.5', 'general 6 maturity 9', 'general 12 maturity 9.5'),
    ['initial 9.500 9.500', 'flat 9.500 9.500'],
  )
})

test('the direction is up or down when an offer returns at another rate', async () => {
  const other = 'general 6 maturity 9'
  assert.deepEqual(await directions('general 12 maturity 9.5', other, 'general 12 maturity 9.75'), [
    'initial 9.500 9.500',
    'up 9.500 9.750',
  ])
  assert.deepEqual(
    await directions('general 12 maturity 9.5', other, other, 'general 12 maturity 9'),
    ['initial 9.500 9.500', 'down 9.500 9.000'],
  )
})

test('the direction is flat when only the minimum deposit changes', async () => {
  assert.deepEqual(
    await directions(
      'general 12 maturity 9.5 5000',
      'general 12 maturity 9.5 1000',
      'general 12 maturity 9.5 1000.00',
    ),
    ['initial 9.500 9.500', 'flat 9.500 9.500'],
  )
})

test('each minimum deposit has records of its own', async () => {
  assert.deepEqual(
    await directions(
      'general 12 maturity 10 100000, general 12 maturity 9.5 5000',
      'general 12 maturity 11 100000, general 12 maturity 9.5 5000',
      'general 12 maturity 11 100000, general 12 maturity 9.5 5000, general 12 maturity 9.25',
    ),
    ['initial 9.500 9.500', 'initial 10.000 10.000', 'up 10.000 11.000', 'initial 9.250 9.250'],
  )
})

test('a partial sheet withdraws nothing, so a later sheet adds no flat record', async () => {
  assert.deepEqual(
    await directions(
      'general 12 maturity 9.5',
      ['general 6 maturity 9', { complete: false }],
      ['women 6 maturity 9', { covers: ['women'] }],
      'general 12 maturity 9.5',
    ),
    ['initial 9.500 9.500'],
  )
})

test('the history is append-only: later publications do not change its records', async () => {
  const grown = openBook()
  grown.register('2026-01-01T00:00:00Z', 'alpha')
  grown.publish('2026-02-01T00:00:00Z', 'alpha', [
    'general 12 maturity 9.5',
    'general 6 maturity 9',
  ])
  grown.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 9.75'])
  const before = await apiOf(grown.market()).rows(path)
  grown.publish('2026-04-01T00:00:00Z', 'alpha', ['general 12 maturity 9.25'])
  grown.register('2026-05-01T00:00:00Z', 'alpha', { active: false, type: 'nbfi' })
  const after = await apiOf(grown.market()).rows(path)
  assert.deepEqual([before.length, after.length], [3, 4])
  assert.deepEqual(after.slice(1), before)
})

test('404 when the institution in the path does not exist', async () => {
  const app = appOf(book.market())
  const { status, body } = await ask(app, '/rates/history/nobody')
  assert.equal(status, 404)
  const { detail, ...rest } = JSON.parse(body) as { detail: string }
  assert.deepEqual(rest, { type: 'about:blank', title: 'Not Found', status: 404 })
  assert.match(detail, /^There is no institution "nobody"/)
  for (const id of [
    'ALPHA',
    'alpha%20',
    '__proto__',
    'x'.repeat(65),
    'x'.repeat(3000),
    '%00',
    'alpha%2Falpha',
  ]) {
    assert.equal((await ask(app, `/rates/history/${id}`)).status, 404, id)
  }
  for (const id of ['%', '%zz', '%ff']) {
    assert.equal((await ask(app, `/rates/history/${id}`)).status, 400, id)
  }
  assert.equal(await text('/rates/history/silent'), '[]')
})

test('wrong parameters (422) come before an unknown institution (404)', async () => {
  assert.deepEqual(await invalid('/rates/history/nobody?limit=0'), ['limit'])
})

const record = ['tenure_months', 'prev_rate_pa', 'new_rate_pa', 'direction', 'changed_at']

test('a corrected typing error stays, and the correction is one more record', async () => {
  const typed = typingError()
  typed.publish('2026-04-01T00:00:00Z', 'alpha', ['general 12 maturity 15.50'])
  assert.deepEqual(await apiOf(typed.market()).lines(path, ...record), [
    '12.00 15.200 15.500 up 2026-04-01T00:00:00Z',
    '12.00 12.500 15.200 up 2026-03-02T00:00:00Z',
    '12.00 15.200 12.500 down 2026-03-01T00:00:00Z',
    '12.00 15.200 15.200 initial 2026-02-27T00:00:00Z',
  ])
})

test('the retraction of a sheet of the wrong bank adds the records that set it back', async () => {
  const { lines: linesOf } = apiOf(wrongBankRepaired().market())
  assert.deepEqual(await linesOf(path, ...record), [
    '12.00 9.000 9.250 up 2026-03-02T11:00:00Z',
    '12.00 11.500 9.000 down 2026-03-02T00:00:00Z',
    '6.00 8.000 8.000 flat 2026-03-02T00:00:00Z',
    '12.00 9.000 11.500 up 2026-03-01T00:00:00Z',
    '12.00 9.000 9.000 initial 2026-02-27T00:00:00Z',
    '6.00 8.000 8.000 initial 2026-02-27T00:00:00Z',
  ])
  assert.deepEqual(await linesOf('/rates/history/beta', ...record), [
    '12.00 11.000 11.500 up 2026-03-02T10:00:00Z',
    '12.00 11.000 11.000 initial 2026-02-27T00:00:00Z',
  ])
})

testRefusals(apiOf(book.market()), path, {
  variant: { takes: 'women' },
  tenure_months: { takes: '12' },
  payout_type: { takes: 'annual' },
  limit: { takes: '1000', refuses: '1001 99999999999999999999' },
  offset: { takes: '0' },
})
