import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiOf, appOf, ask } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { typingError, wrongBank } from '../../support/corrected-books.ts'
import { testRefusals } from '../../support/refusals.ts'

const path = '/corrections'
const book = wrongBank()
book.publish('2026-03-03T00:00:00Z', 'beta', ['general 12 maturity 21', 'women 9 monthly 10 5000'])
book.correct('2026-03-04T00:00:00Z', 7, 'general 12 maturity 12', { note: 'A slip, "21" for 12.' })
book.correct('2026-03-05T00:00:00Z', 7, 'women 9 monthly none 5000', { cause: 'misprint' })
const { lines } = apiOf(book.market())
const corrected = (query = '') => lines(path + query, 'id', 'was_rate_pa', 'now_rate_pa')
const march4 = 'p8-1 21.000 12.000'
const march5 = 'p9-1 10.000 null'
const retracted = ['p6-2 11.500 9.000', 'p6-1 null 8.000']

test('Correction record: every field, in the documented order', async () => {
  assert.equal(
    await apiOf(typingError().market()).text(path),
    '[{"id":"p4-1","institution_id":"alpha","institution_name":"Alpha Bank","institution_type":"bank",' +
      '"product_variant":"general","tenure_months":"12.00","tenure_to_months":null,"payout_type":"maturity","min_deposit":"0.00",' +
      '"target":3,"retraction":false,"was_rate_pa":"12.500","now_rate_pa":"15.200","cause":"misread",' +
      '"note":"The rate of 9 months was typed.","published_at":"2026-03-01T00:00:00Z","corrected_at":"2026-03-02T00:00:00Z"}]',
  )
})

test('GET /corrections: newest first; the order of the book reversed', async () => {
  assert.deepEqual(await corrected(), [march5, march4, ...retracted])
})

test('the retraction of a sheet has a record for each figure of the sheet', async () => {
  assert.equal(
    await apiOf(wrongBank().market()).text(path),
    '[{"id":"p6-2","institution_id":"alpha","institution_name":"Alpha Bank","institution_type":"bank",' +
      '"product_variant":"general","tenure_months":"12.00","tenure_to_months":null,"payout_type":"maturity","min_deposit":"0.00",' +
      '"target":5,"retraction":true,"was_rate_pa":"11.500","now_rate_pa":"9.000","cause":"wrong-page","note":null,' +
      '"published_at":"2026-03-01T00:00:00Z","corrected_at":"2026-03-02T00:00:00Z"},' +
      '{"id":"p6-1","institution_id":"alpha","institution_name":"Alpha Bank","institution_type":"bank",' +
      '"product_variant":"general","tenure_months":"6.00","tenure_to_months":null,"payout_type":"maturity","min_deposit":"0.00",' +
      '"target":5,"retraction":true,"was_rate_pa":null,"now_rate_pa":"8.000","cause":"wrong-page","note":null,' +
      '"published_at":"2026-03-01T00:00:00Z","corrected_at":"2026-03-02T00:00:00Z"}]',
  )
})

test('the retraction of a sheet has a record for a rate that the sheet did not change', async () => {
  const same = openBook()
  same.register('2026-01-01T00:00:00Z', 'alpha')
  same.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  same.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  same.retract('2026-03-02T00:00:00Z', 3)
  const { text, lines: linesOf } = apiOf(same.market())
  assert.deepEqual(
    await linesOf(path, 'id', 'target', 'retraction', 'was_rate_pa', 'now_rate_pa', 'cause'),
    ['p4-1 3 true 9.000 9.000 misread'],
  )
  assert.match(
    await text(`${path}.atom`),
    /<title>Retracted: [^<]*: 9\.000 %; before it 9\.000 % \(misread\)</,
  )
  assert.deepEqual(await linesOf('/events?after=3', 'id', 'kind', 'target', 'retraction'), [
    'p4-0 corrected 3 true',
  ])
})

test('a figure that was corrected twice has two records; the second replaces the first', async () => {
  const twice = typingError()
  twice.correct('2026-03-03T00:00:00Z', 3, 'general 12 maturity 15.25')
  assert.deepEqual(
    await apiOf(twice.market()).lines(path, 'id', 'target', 'was_rate_pa', 'now_rate_pa'),
    ['p5-1 3 15.200 15.250', 'p4-1 3 12.500 15.200'],
  )
})

test('a correction has a record for each sheet that repeats the figure; its event names the sheet of each', async () => {
  const repeated = openBook()
  repeated.register('2026-01-01T00:00:00Z', 'alpha')
  for (const rate of [9, 9, 10, 9])
    repeated.publish('2026-02-01T00:00:00Z', 'alpha', [`general 12 maturity ${rate}`])
  repeated.correct('2026-03-02T00:00:00Z', 2, 'general 12 maturity 9.5')
  const { text, lines: linesOf } = apiOf(repeated.market())
  assert.deepEqual(await linesOf(path, 'id', 'target', 'was_rate_pa', 'now_rate_pa'), [
    'p6-2 3 9.000 9.500',
    'p6-1 2 9.000 9.500',
  ])
  const [event] = JSON.parse(await text('/events?kind=corrected')) as [
    { readonly target: number; readonly figures: readonly { readonly target: number }[] },
  ]
  assert.deepEqual([event.target, event.figures.map(({ target }) => target)], [2, [2, 3]])
})

test('a retracted sheet between two that repeat a figure does not end the repeats', async () => {
  const between = openBook()
  between.register('2026-01-01T00:00:00Z', 'alpha')
  for (const rate of [9, 11, 9])
    between.publish('2026-02-01T00:00:00Z', 'alpha', [`general 12 maturity ${rate}`])
  between.retract('2026-03-01T00:00:00Z', 3)
  between.correct('2026-03-02T00:00:00Z', 2, 'general 12 maturity 9.5')
  const fields = ['id', 'target', 'was_rate_pa', 'now_rate_pa']
  assert.deepEqual((await apiOf(between.market()).lines(path, ...fields)).slice(0, 2), [
    'p6-2 4 9.000 9.500',
    'p6-1 2 9.000 9.500',
  ])
})

test('without a minimum deposit, a correction means the offer that states none, or the only one', async () => {
  const tiers = (...offers: readonly string[]): Book => {
    const written = openBook()
    written.register('2026-01-01T00:00:00Z', 'alpha')
    written.publish('2026-02-01T00:00:00Z', 'alpha', offers)
    return written
  }
  const corrects = async (written: Book, figure: string) => {
    written.correct('2026-03-01T00:00:00Z', 2, figure)
    return apiOf(written.market()).lines(path, 'min_deposit', 'was_rate_pa')
  }
  const [none, high] = ['general 12 maturity 9', 'general 12 maturity 9.25 5000']
  assert.deepEqual(await corrects(tiers(none, high), 'general 12 maturity 8'), ['0.00 9.000'])
  assert.deepEqual(await corrects(tiers(none, high), 'general 12 maturity 8 0'), ['0.00 9.000'])
  assert.deepEqual(await corrects(tiers(high), 'general 12 maturity 8'), ['5000.00 9.250'])
  const several = tiers(high, 'general 12 maturity 9.5 10000', 'general 12-24 maturity 9')
  assert.throws(
    () => several.correct('2026-03-01T00:00:00Z', 2, 'general 12 maturity 8'),
    /several minimum deposits .* one of .*general 12 maturity 5000.*general 12 maturity 10000/,
  )
  assert.throws(
    () => several.correct('2026-03-01T00:00:00Z', 2, 'general 24 maturity 8'),
    /neither lists nor withdraws general 24 maturity/,
  )
  // Days are written in months.
  assert.deepEqual(await corrects(tiers('general 100d maturity 7'), 'general 3.29 maturity 8'), [
    '0.00 7.000',
  ])
  const range = 'general 30d-152d maturity'
  assert.deepEqual(await corrects(tiers(`${range} 7`), 'general 0.99-4.997 maturity 8'), [
    '0.00 7.000',
  ])
})

test('a correction of a figure that later sheets have changed is listed here alone', async () => {
  const old = openBook()
  old.register('2026-01-01T00:00:00Z', 'alpha')
  old.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  old.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 10'])
  const { text: textBefore } = apiOf(old.market())
  const before = await textBefore('/rates/history/alpha')
  old.correct('2026-03-02T00:00:00Z', 2, 'general 12 maturity 9.5')
  const { text, lines: linesOf } = apiOf(old.market())
  assert.deepEqual(await linesOf(path, 'id', 'was_rate_pa', 'now_rate_pa'), ['p4-1 9.000 9.500'])
  assert.equal(await text('/rates/history/alpha'), before)
  assert.deepEqual(await linesOf('/rates/current', 'rate_pa'), ['10.000'])
})

test('a retraction lists nothing that was no offer before its sheet and in it', async () => {
  const six = 'general 6 maturity 7'
  const taken = openBook()
  taken.register('2026-01-01T00:00:00Z', 'alpha')
  taken.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9', six])
  taken.correct('2026-03-01T00:00:00Z', 2, 'general 12 maturity none')
  taken.retract('2026-03-02T00:00:00Z', 2)
  const fields = ['id', 'tenure_months', 'was_rate_pa', 'now_rate_pa']
  const { lines: linesOf, rows } = apiOf(taken.market())
  assert.deepEqual(await linesOf(path, ...fields), [
    'p4-1 6.00 7.000 null',
    'p3-1 12.00 9.000 null',
  ])
  const [, event = {}] = await rows('/events?kind=corrected')
  assert.equal((event['figures'] as readonly unknown[]).length, 1)
  // Its receipt says that the sheet of the figure was retracted.
  const receipt = JSON.parse(await apiOf(taken.market()).text('/evidence/p2-2')) as {
    readonly corrections: readonly object[]
  }
  assert.equal(receipt.corrections.length, 2)

  const twice = openBook()
  twice.register('2026-01-01T00:00:00Z', 'alpha')
  twice.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9', six])
  twice.publish('2026-02-02T00:00:00Z', 'alpha', [six])
  twice.retract('2026-03-01T00:00:00Z', 2)
  twice.retract('2026-03-02T00:00:00Z', 3)
  assert.deepEqual(await apiOf(twice.market()).lines(path, ...fields), [
    'p5-1 6.00 7.000 null',
    'p4-2 12.00 9.000 null',
    'p4-1 6.00 7.000 null',
  ])
})

test('GET /corrections: since goes by the day of the correction, and includes it', async () => {
  assert.deepEqual(await corrected('?since=2026-03-05'), [march5])
  assert.deepEqual(await corrected('?since=2026-03-04'), [march5, march4])
  assert.deepEqual(await corrected('?since=2026-03-06'), [])
})

test('GET /corrections: type and institution_id filter, also together', async () => {
  assert.deepEqual(await corrected('?type=bank'), retracted)
  assert.deepEqual(await corrected('?institution_id=beta'), [march5, march4])
  assert.deepEqual(await corrected('?institution_id=beta&type=nbfi&since=2026-03-05'), [march5])
  assert.deepEqual(await corrected('?institution_id=beta&type=bank'), [])
  assert.deepEqual(await corrected('?institution_id=nobody'), [])
})

test('inactive institutions are included, with their current name and type', async () => {
  const renamed = typingError()
  renamed.register('2026-04-01T00:00:00Z', 'alpha', {
    name: 'Omega',
    type: 'nbfi',
    active: false,
  })
  assert.deepEqual(
    await apiOf(renamed.market()).lines(
      `${path}?type=nbfi`,
      'id',
      'institution_name',
      'institution_type',
    ),
    ['p4-1 Omega nbfi'],
  )
})

test('GET /corrections: limit and offset cut the filtered list, and Link leads to the other pages', async () => {
  assert.deepEqual(await corrected('?limit=2&offset=1'), [march4, retracted[0]])
  assert.deepEqual(await corrected('?type=bank&limit=1&offset=1'), [retracted[1]])
  assert.deepEqual(await corrected('?offset=4'), [])
  const { headers } = await ask(appOf(book.market()), `${path}?limit=1&offset=1&type=nbfi`)
  assert.equal(
    headers['link'],
    '<http://localhost/corrections?type=nbfi&limit=1&offset=0>; rel="prev"',
  )
  const middle = await ask(appOf(book.market()), `${path}?limit=1&offset=1`)
  assert.equal(
    middle.headers['link'],
    '<http://localhost/corrections?limit=1&offset=2>; rel="next", <http://localhost/corrections?limit=1&offset=0>; rel="prev"',
  )
})

test('the ETag names the book: 304 until the next entry', async () => {
  const app = appOf(book.market())
  const { headers } = await ask(app, path)
  const etag = headers['etag'] ?? ''
  assert.match(etag, /^"/)
  const { status, body } = await ask(app, path, { 'if-none-match': etag })
  assert.deepEqual([status, body], [304, ''])
  const later = wrongBank()
  assert.equal((await ask(appOf(later.market()), path, { 'if-none-match': etag })).status, 200)
})

test('/corrections.csv and .ndjson have the same records', async () => {
  const app = appOf(typingError().market())
  const { body } = await ask(app, `${path}.csv`, { accept: '*/*' })
  assert.equal(
    body,
    'id,institution_id,institution_name,institution_type,product_variant,tenure_months,tenure_to_months,payout_type,min_deposit,target,' +
      'retraction,was_rate_pa,now_rate_pa,cause,note,published_at,corrected_at\r\n' +
      'p4-1,alpha,Alpha Bank,bank,general,12.00,,maturity,0.00,3,false,12.500,15.200,misread,The rate of 9 months was typed.,' +
      '2026-03-01T00:00:00Z,2026-03-02T00:00:00Z\r\n',
  )
  const ndjson = await ask(app, `${path}.ndjson`, { accept: '*/*' })
  assert.equal(`[${ndjson.body.trimEnd()}]`, (await ask(app, path)).body)
})

/** The texts of an element in the feed of a book. */
async function elements(of: Book, target: string, name: string): Promise<readonly string[]> {
  const { body } = await ask(appOf(of.market()), target, { accept: '*/*' })
  return Array.from(
    body.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g')),
    ([, text = '']) => text,
  )
}

test('/corrections.atom says in words what was corrected', async () => {
  assert.deepEqual(await elements(typingError(), `${path}.atom`, 'title'), [
    'Corrections of fixed-deposit rates',
    'Corrected: Alpha Bank, 12 months (general, interest at maturity): 12.500 % should be 15.200 % (misread)',
  ])
  assert.deepEqual(await elements(typingError(), `${path}.atom`, 'content'), [
    'Corrected: Alpha Bank, 12 months (general, interest at maturity): 12.500 % should be 15.200 % (misread). ' +
      'Published at 2026-03-01T00:00:00Z. Note: The rate of 9 months was typed.',
  ])
  assert.deepEqual(await elements(book, `${path}.atom?since=2026-03-05`, 'title'), [
    'Corrections of fixed-deposit rates: published since 2026-03-05',
    'Corrected: Beta Finance, 9 months (women, interest monthly, from 5000): 10.000 % should be no offer (misprint)',
  ])
  assert.deepEqual(await elements(book, `${path}.atom?type=bank`, 'title'), [
    'Corrections of fixed-deposit rates: banks',
    'Retracted: Alpha Bank, 12 months (general, interest at maturity): 11.500 %; before it 9.000 % (wrong page)',
    'Retracted: Alpha Bank, 6 months (general, interest at maturity): no offer; before it 8.000 % (wrong page)',
  ])
})

test('the links of /corrections.atom are absolute', async () => {
  const { body } = await ask(appOf(book.market()), `${path}.atom?limit=1&offset=1`, {
    accept: '*/*',
  })
  const links = Array.from(body.matchAll(/<link rel="(\w+)"[^>]* href="([^"]*)"/g), ([, ...link]) =>
    link.join(' '),
  )
  assert.deepEqual(links, [
    'self http://localhost/corrections.atom?limit=1&amp;offset=1',
    'alternate http://localhost/correction',
    'related http://localhost/corrections',
    'next http://localhost/corrections.atom?limit=1&amp;offset=2',
    'previous http://localhost/corrections.atom?limit=1&amp;offset=0',
    'alternate http://localhost/institution/beta',
  ])
})

test('the ids of /corrections.atom are unique, and never change', async () => {
  const ids = await elements(book, `${path}.atom`, 'id')
  assert.equal(new Set(ids).size, 5)
  const later = wrongBank()
  const [feed, ...entries] = await elements(later, `${path}.atom`, 'id')
  assert.deepEqual([feed, ...entries], [ids[0], ...ids.slice(3)])
  later.register('2026-04-01T00:00:00Z', 'alpha', { name: 'Omega' })
  assert.deepEqual(await elements(later, `${path}.atom`, 'id'), [feed, ...entries])
})

test('docs/corrections.md: the answers are those of the book that the page describes', async () => {
  const page = readFileSync(new URL('../../../docs/corrections.md', import.meta.url), 'utf8')
  const answers = [...page.matchAll(/\$ curl 'http:\/\/127\.0\.0\.1:8080([^']*)'\n([^]*?)```/g)]
  assert.equal(answers.length, 3)
  const described = typingError()
  described.publish('2026-04-01T00:00:00Z', 'alpha', ['general 12 maturity 15.50'])
  const { rows } = apiOf(described.market())
  for (const [, target = '', answer = ''] of answers)
    assert.deepEqual(await rows(target), JSON.parse(answer), target)
})

testRefusals(apiOf(book.market()), path, {
  since: { takes: '2024-02-29' },
  type: { takes: 'bank' },
  institution_id: { takes: 'nobody' },
  limit: { takes: '1', refuses: '1001 99999999999999999999' },
  offset: { takes: '123456789012345678901234567890' },
})
