import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf, appOf, ask } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'
import { typingError, wrongBank, wrongBankRepaired } from '../../support/corrected-books.ts'

const path = '/rates/changes'
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.register('2026-01-01T00:00:00Z', 'beta', { type: 'nbfi' })
book.publish('2026-01-02T00:00:00Z', 'alpha', [
  'general 12 maturity 9',
  'general 6 maturity 8',
  'women 6 maturity 8',
])
book.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 monthly 11'])
book.publish('2026-01-31T23:59:59.999Z', 'beta', ['general 12 monthly 11.5'])
book.publish('2026-02-01T00:00:00Z', 'beta', ['general 12 monthly 11.25'])
book.publish('2026-03-01T09:30:00Z', 'alpha', [
  'women 6 maturity 8.5',
  'general 12 maturity 8.75',
  'general 6 maturity 8.25',
])
const { text, lines, invalid } = apiOf(book.market())
const changes = (query = '') =>
  lines(
    path + query,
    'institution_id',
    'product_variant',
    'tenure_months',
    'direction',
    'changed_at',
  )
const march = [
  'alpha women 6.00 up 2026-03-01T09:30:00Z',
  'alpha general 12.00 down 2026-03-01T09:30:00Z',
  'alpha general 6.00 up 2026-03-01T09:30:00Z',
]
const february = 'beta general 12.00 down 2026-02-01T00:00:00Z'
const january = 'beta general 12.00 up 2026-01-31T23:59:59.999Z'

const specified =
  '[{"institution_id":"alpha","institution_name":"Alpha Bank","institution_type":"bank","product_variant":"general",' +
  '"tenure_months":"12.00","payout_type":"maturity","prev_rate_pa":"9.000","new_rate_pa":"8.750","direction":"down",' +
  '"changed_at":"2026-03-01T09:30:00Z"'

test('Rate change record: every field, in the order and type of the specification', async () => {
  assert.equal(await text(`${path}?limit=1&offset=1`), `${specified}}]`)
  assert.equal(await text(`${path}?limit=1&offset=1&details=false`), `${specified}}]`)
})

test('details=true adds the tier and the times before the change at the end of each record', async () => {
  assert.equal(
    await text(`${path}?limit=1&offset=1&details=true`),
    `${specified},"min_deposit":"0.00","prev_min_deposit":"0.00",` +
      '"prev_changed_at":"2026-01-02T00:00:00Z","prev_seen_at":"2026-01-02T00:00:00Z","prev_withdrawn_at":null,' +
      '"read_at":"2026-03-01T09:30:00Z","source_url":"https://alpha.example/rates","printed_date":null,"tenure_to_months":null}]',
  )
})

test('GET /rates/changes: newest first; the order of the book reversed', async () => {
  assert.deepEqual(await changes(), [...march, february, january])
})

test('at one instant, the publication entered last comes first', async () => {
  const tied = openBook()
  for (const id of ['alpha', 'beta']) tied.register('2026-01-01T00:00:00Z', id)
  for (const rate of ['9', '9.5']) {
    for (const id of ['beta', 'alpha']) {
      const scraped_at = rate === '9' ? '2025-01-01T00:00:00Z' : '2025-02-01T00:00:00Z'
      tied.publish('2026-01-02T00:00:00Z', id, [`general 12 maturity ${rate}`], { scraped_at })
    }
  }
  assert.deepEqual(await apiOf(tied.market()).lines(path, 'institution_id', 'direction'), [
    'alpha up',
    'beta up',
  ])
})

test('GET /rates/changes: records with direction initial are left out; flat ones and withdrawals too', async () => {
  const quiet = openBook()
  quiet.register('2026-01-01T00:00:00Z', 'alpha')
  quiet.publish('2026-01-02T00:00:00Z', 'alpha', [
    'general 12 maturity 9 500',
    'general 6 maturity 8',
  ])
  quiet.publish('2026-01-03T00:00:00Z', 'alpha', ['general 12 maturity 9 100'])
  quiet.publish('2026-01-04T00:00:00Z', 'alpha', [
    'general 12 maturity 9.00 100',
    'general 6 maturity 8',
  ])
  const { text: textOf, rows } = apiOf(quiet.market())
  assert.equal(await textOf(path), '[]')
  assert.equal((await rows('/rates/history/alpha')).length, 4)
})

test('GET /rates/changes: since includes its day from 00:00:00Z', async () => {
  assert.deepEqual(await changes('?since=2026-02-01'), [...march, february])
  assert.deepEqual(await changes('?since=2026-01-31'), [...march, february, january])
  assert.deepEqual(await changes('?since=2026-02-02'), march)
  assert.deepEqual(await changes('?since=2026-03-02'), [])
  assert.deepEqual(await changes('?since=0001-01-01'), [...march, february, january])
})

test('GET /rates/changes: type, direction and institution_id filter, also together', async () => {
  assert.deepEqual(await changes('?type=nbfi'), [february, january])
  assert.deepEqual(await changes('?type=bank'), march)
  assert.deepEqual(await changes('?direction=down'), [march[1], february])
  assert.deepEqual(await changes('?direction=up'), [march[0], march[2], january])
  assert.deepEqual(await changes('?institution_id=beta'), [february, january])
  assert.deepEqual(await changes('?institution_id=beta&direction=up&type=nbfi&since=2026-01-01'), [
    january,
  ])
  assert.deepEqual(await changes('?institution_id=beta&type=bank'), [])
})

test('GET /rates/changes: until includes its day; variant, tenure_months and payout_type filter', async () => {
  assert.deepEqual(await changes('?until=2026-02-01'), [february, january])
  assert.deepEqual(await changes('?until=2026-01-31'), [january])
  assert.deepEqual(await changes('?since=2026-02-01&until=2026-02-28'), [february])
  assert.deepEqual(await invalid(`${path}?since=2026-02-02&until=2026-02-01`), ['until'])
  assert.deepEqual(await changes('?until=9999-12-31'), [...march, february, january])
  assert.deepEqual(await changes('?variant=women'), [march[0]])
  assert.deepEqual(await changes('?tenure_months=12.0'), [march[1], february, january])
  assert.deepEqual(await changes('?payout_type=monthly&until=2026-01-31'), [january])
  assert.deepEqual(await changes('?tenure_months=6&variant=general&institution_id=alpha'), [
    march[2],
  ])
  assert.deepEqual(await changes('?tenure_months=7'), [])
})

test('a filter that names an unknown institution gives an empty array', async () => {
  assert.equal(await text(`${path}?institution_id=nobody`), '[]')
})

test('GET /rates/changes: limit and offset cut the filtered list', async () => {
  assert.deepEqual(await changes('?limit=2'), march.slice(0, 2))
  assert.deepEqual(await changes('?offset=3&limit=1'), [february])
  assert.deepEqual(await changes('?type=nbfi&offset=1'), [january])
  assert.deepEqual(await changes('?offset=5'), [])
  assert.deepEqual(await changes(`?offset=${'9'.repeat(30)}`), [])
})

test('limit is 200 by default, and 1000 at the most', async () => {
  const long = openBook()
  long.register('2026-01-01T00:00:00Z', 'alpha')
  for (const day of ['01', '02', '03', '04']) {
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
})

test('inactive institutions are included, with their current name and type', async () => {
  const renamed = openBook()
  renamed.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Old Name' })
  renamed.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  renamed.publish('2026-01-03T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  renamed.register('2026-01-04T00:00:00Z', 'alpha', {
    name: 'New Name',
    type: 'nbfi',
    active: false,
  })
  const { lines: linesOf } = apiOf(renamed.market())
  const fields = ['institution_name', 'institution_type', 'direction']
  assert.deepEqual(await linesOf(path, ...fields), ['New Name nbfi up'])
  assert.deepEqual(await linesOf(`${path}?type=nbfi`, ...fields), ['New Name nbfi up'])
  assert.deepEqual(await linesOf(`${path}?type=bank`, ...fields), [])
})

test('changed_at is the instant of the entry, not of the reading', async () => {
  const late = openBook()
  late.register('2026-01-01T00:00:00Z', 'alpha')
  late.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  late.publish('2026-01-20T00:00:00Z', 'alpha', ['general 12 maturity 9.125'], {
    scraped_at: '2026-01-10T00:00:00Z',
  })
  const { lines: linesOf } = apiOf(late.market())
  assert.deepEqual(await linesOf(path, 'prev_rate_pa', 'new_rate_pa', 'changed_at'), [
    '9.000 9.125 2026-01-20T00:00:00Z',
  ])
  assert.deepEqual(await linesOf(`${path}?since=2026-01-15`, 'changed_at'), [
    '2026-01-20T00:00:00Z',
  ])
})

const change = ['institution_id', 'prev_rate_pa', 'new_rate_pa', 'direction', 'changed_at']

test('a corrected typing error is no change, and the next change is compared with the right rate', async () => {
  const typed = typingError()
  assert.equal(await apiOf(typed.market()).text(path), '[]')
  typed.publish('2026-04-01T00:00:00Z', 'alpha', ['general 12 maturity 15.50'])
  assert.deepEqual(await apiOf(typed.market()).lines(path, ...change), [
    'alpha 15.200 15.500 up 2026-04-01T00:00:00Z',
  ])
  assert.equal(await apiOf(typed.market()).text(`${path}?direction=down`), '[]')
})

test('a change that is published before the correction is compared with the right rate from then on', async () => {
  const late = openBook()
  late.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [day, rate] of ['15.20', '12.50', '15.00'].entries())
    late.publish(`2026-02-0${day + 1}T00:00:00Z`, 'alpha', [`general 12 maturity ${rate}`])
  assert.deepEqual(await apiOf(late.market()).lines(path, ...change), [
    'alpha 12.500 15.000 up 2026-02-03T00:00:00Z',
    'alpha 15.200 12.500 down 2026-02-02T00:00:00Z',
  ])
  late.correct('2026-02-04T00:00:00Z', 3, 'general 12 maturity 15.20')
  const right = ['alpha 15.200 15.000 down 2026-02-03T00:00:00Z']
  for (const query of ['', '?direction=down', '?institution_id=alpha'])
    assert.deepEqual(await apiOf(late.market()).lines(path + query, ...change), right)
  assert.equal(await apiOf(late.market()).text(`${path}?direction=up`), '[]')
})

test('a sheet of the wrong bank that was retracted leaves no changes', async () => {
  assert.equal(await apiOf(wrongBank().market()).text(path), '[]')
  assert.deepEqual(await apiOf(wrongBankRepaired().market()).lines(path, ...change), [
    'alpha 9.000 9.250 up 2026-03-02T11:00:00Z',
    'beta 11.000 11.500 up 2026-03-02T10:00:00Z',
  ])
})

test('the Atom feed names a range of tenures', async () => {
  const ranges = openBook()
  ranges.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [day, rate] of ['7.00', '6.50'].entries())
    ranges.publish(`2026-02-0${day + 1}T00:00:00Z`, 'alpha', [`general 12-729d maturity ${rate}`])
  const { body } = await ask(appOf(ranges.market()), `${path}.atom`, { accept: '*/*' })
  assert.match(
    body,
    /<title>The alpha cut 12 to under 24 months \(general, interest at maturity\) from 7\.000 % to 6\.500 %</,
  )
})

test('the Atom feed warns of a change whose previous rate was last seen more than 31 days before', async () => {
  const gaps = openBook()
  gaps.register('2022-01-01T00:00:00Z', 'alpha')
  gaps.publish('2022-06-10T00:00:00Z', 'alpha', ['general 12 maturity 17', 'general 6 maturity 9'])
  gaps.publish('2022-06-20T00:00:00Z', 'alpha', ['general 12 maturity 17'])
  gaps.publish('2026-06-10T00:00:00Z', 'alpha', ['general 12 maturity 10', 'general 6 maturity 8'])
  gaps.publish('2026-07-11T00:00:00Z', 'alpha', ['general 12 maturity 11', 'general 6 maturity 8'])
  const { body } = await ask(appOf(gaps.market()), `${path}.atom`, { accept: '*/*' })
  const titles = Array.from(body.matchAll(/<title>The alpha ([^<]*)</g), ([, title]) => title)
  const [twelve, six] = ['12', '6'].map(
    (months) => `${months} months (general, interest at maturity)`,
  )
  assert.deepEqual(titles, [
    `raised ${twelve} from 10.000 % to 11.000 %`,
    `cut ${twelve} from 17.000 % (last seen 2022-06-20, not read for 1451 days) to 10.000 %`,
    `cut ${six} from 9.000 % (last seen 2022-06-10, withdrawn 2022-06-20, offered again) to 8.000 %`,
  ])
})

/** The ids of the entries of the Atom feed, newest first. */
async function feedIds(written: Book): Promise<readonly string[]> {
  const { body } = await ask(appOf(written.market()), `${path}.atom`, { accept: '*/*' })
  return Array.from(body.matchAll(/<id>([^<]*)</g), ([, id = '']) => id).slice(1)
}

test('a change keeps its id in the Atom feed when a correction changes its previous rate and direction', async () => {
  const late = openBook()
  late.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [day, rate] of ['15.20', '12.50', '15.00'].entries())
    late.publish(`2026-02-0${day + 1}T00:00:00Z`, 'alpha', [`general 12 maturity ${rate}`])
  const [newest, ...others] = await feedIds(late)
  assert.equal(others.length, 1)
  late.correct('2026-02-04T00:00:00Z', 3, 'general 12 maturity 15.20')
  assert.deepEqual(await feedIds(late), [newest])
})

test('changes of one rate at one instant have different ids in the Atom feed', async () => {
  const quick = openBook()
  quick.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [day, rate] of ['9', '10', '9', '10', '9', '10'].entries())
    quick.publish('2026-03-01T00:00:00Z', 'alpha', [`general 12 maturity ${rate}`], {
      scraped_at: `2026-02-0${day + 1}T00:00:00Z`,
    })
  const ids = await feedIds(quick)
  assert.deepEqual([ids.length, new Set(ids).size], [5, 5])
})

testRefusals(apiOf(book.market()), path, {
  since: { takes: '2024-02-29' },
  type: { takes: 'bank' },
  direction: { takes: 'down' },
  institution_id: { takes: 'nobody' },
  limit: { takes: '1', refuses: '1001 99999999999999999999' },
  offset: { takes: '123456789012345678901234567890' },
  until: { takes: '2024-02-29' },
  variant: { takes: 'minor' },
  tenure_months: { takes: '3.29' },
  payout_type: { takes: 'annual' },
})
