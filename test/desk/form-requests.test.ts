import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tierText } from '../../src/domain/offer.ts'
import { rowsWith } from './support/desk-book.ts'
import { ratePages } from './support/desk-pages.ts'
import { sharedDesk, type DeskPage } from './support/desk-server.ts'

const stood = rowsWith('9.00', '9.00')
const desk = sharedDesk([
  { id: 'alpha-bank', age: 50, stood, rows: rowsWith('9.10', '9.10') },
  { id: 'beta-bank', age: 40, stood, rows: rowsWith('9.20', '9.20'), reviewers: 2 },
  // Its entry does not say where its figures stand.
  { id: 'cells-bank', age: 30, rows: stood, body: ratePages.html('Cells', stood) },
])

const get = (path: string): Promise<DeskPage> => desk().get(path)
const post = (
  path: string,
  fields: Readonly<Record<string, string>> | string,
  reviewer?: string,
): Promise<DeskPage> => desk().post(path, fields, reviewer)

/** The sentences that a page shows about problems. */
const problemsOf = ({ body }: DeskPage): readonly string[] =>
  [...body.matchAll(/<(?:p|small[^>]*)\s*><bdi>([^<]+)<\/bdi>/g)].map(([, text = '']) =>
    text.replaceAll('&quot;', '"'),
  )

const entries = () => desk().desk.market().entries
const holdOf = (id: string): number => desk().holdOf(id)

test('every text that goes into an entry has the same limit in the form and in its check', async () => {
  const hold = holdOf('alpha-bank')
  const pages = [
    await get(`/hold/${hold}`),
    await get(`/hold/${hold}/edit`),
    await get('/enter?institution_id=alpha-bank'),
    await get('/correct?institution_id=alpha-bank'),
  ]
  for (const { body } of pages) {
    const limits = [...body.matchAll(/maxlength="(\d+)"/g)].map(([, limit]) => limit)
    assert.deepEqual([...new Set(limits)], ['300'])
  }
  for (const action of ['approve', 'reject']) {
    const note = 'x'.repeat(301)
    const { status, body } = await post(`/hold/${hold}/${action}`, { note })
    assert.equal(status, 422)
    assert.match(body, /The note: The text is longer than 300 characters\./)
    assert.equal(body.split(`value="${note}"`).length, 2, 'the note stays in one of the two fields')
  }
})

test('a field that occurs twice is refused', async () => {
  const hold = holdOf('alpha-bank')
  assert.equal((await post(`/hold/${hold}/reject`, 'note=a&note=b')).status, 400)
  assert.equal((await post(`/hold/${hold}/approve`, 'note=a&note=')).status, 400)
  assert.equal(entries().filter(({ kind }) => kind === 'sheet-decided').length, 0)
})

test('the note of an approval goes into the decision and not into the sheet, which is public', async () => {
  const hold = holdOf('beta-bank')
  assert.equal((await post(`/hold/${hold}/approve`, { note: '  ' })).status, 303)
  assert.equal(
    (await post(`/hold/${hold}/approve`, { note: ' I called them ' }, 'ben')).status,
    303,
  )
  const decisions = entries().filter((entry) => entry.kind === 'sheet-decided')
  assert.deepEqual(
    decisions.map(({ by, decision, note }) => [by, decision, note]),
    [
      ['ann', 'approved', undefined],
      ['ben', 'approved', 'I called them'],
    ],
  )
  const sheet = entries().at(-1)
  assert.ok(sheet?.kind === 'sheet-published')
  assert.deepEqual([sheet.hold, sheet.note], [hold, undefined])
})

const head = {
  scraped_at: '2026-06-10T10:00:00Z',
  source_url: 'https://picture-bank.example/rates.pdf',
  currency: 'LKR',
  complete: 'yes',
}
const row = (index: number, tenure: string, rate: string) => ({
  [`variant-${index}`]: 'general',
  [`tenure-${index}`]: tenure,
  [`payout-${index}`]: 'maturity',
  [`rate-${index}`]: rate,
})

test('a tenure that was printed in days is shown in days', async () => {
  const typed = { ...head, ...row(0, '100d', '7.25'), step: 'enter' }
  const path = '/enter?institution_id=picture-bank'
  assert.equal((await post(path, typed)).status, 303)
  const { body } = await get('/correct?institution_id=picture-bank')
  assert.match(body, /General, 100 days, at maturity/)
  const moved = await post(path, { ...typed, 'rate-0': '72.5' })
  assert.match(moved.body, /The rate of general 100 days maturity/)
  assert.doesNotMatch(moved.body, /3\.29/)
})

test('a typed or pasted minimum deposit that may be thousands is refused', async () => {
  const path = '/enter?institution_id=picture-bank'
  const sentence = '"5.000" has more decimals than the coins of LKR; write 5000, or 5.00.'
  const typed = { ...head, ...row(0, '12', '8.25'), 'deposit-0': '5.000' }
  const before = entries().length
  const page = await post(path, { ...typed, step: 'enter' })
  assert.equal(page.status, 422)
  assert.deepEqual(problemsOf(page), ['Some fields have problems; see below.', sentence])
  assert.match(page.body, /name="deposit-0"\s+value="5\.000"/)
  const csv = 'general,12,maturity,8.25,,5.000'
  assert.deepEqual(problemsOf(await post(path, { ...typed, csv, step: 'csv' })), [
    `Line 1: ${sentence}`,
  ])
  assert.equal(entries().length, before)
})

test('pasted CSV with a problem leaves the rows as they were typed', async () => {
  const paste = async (csv: string): Promise<DeskPage> => {
    const fields = { ...head, ...row(0, '12', '8.25'), csv, step: 'csv' }
    return post('/enter?institution_id=picture-bank', fields)
  }
  const wrong = await paste('general,6,maturity,8.00\ngeneral,12,maturity,high')
  assert.equal(wrong.status, 422)
  assert.deepEqual(problemsOf(wrong), [
    'Line 2: "high" is not a plain decimal; write the rate as "8.50", for example.',
  ])
  assert.match(wrong.body, /name="rate-0"\s+value="8\.25"/)
  assert.match(wrong.body, /general,12,maturity,high<\/textarea/)
  const right = await paste('general,6,maturity,8.00')
  assert.equal(right.status, 200)
  assert.match(right.body, /name="rate-0"\s+value="8\.00"/)
})

test('the form of a sheet names all problems at once, in the words of the form', async () => {
  const page = await post('/enter?institution_id=picture-bank', {
    currency: '',
    source_url: head.source_url,
    note: 'x'.repeat(301),
    ...row(0, '12', ''),
    ...row(1, '-5', '8.00'),
    ...row(2, '6', '8.00'),
    ...row(3, '6', '8.00'),
    ...row(4, '', '8.00'),
    ...row(5, '400-500d', '8.00'),
    step: 'enter',
  })
  assert.equal(page.status, 422)
  assert.deepEqual(problemsOf(page), [
    'Some fields have problems; see below.',
    'The time is missing.',
    'The currency is missing.',
    'Choose what the sheet lists.',
    'The note: The text is longer than 300 characters.',
    'The rate is missing.',
    'Write the tenure in months, such as 12, or in days, such as 100d; a range has a hyphen, such as 12-24.',
    'The same terms and minimum deposit are also at row 3; keep one of the two.',
    'The tenure is missing.',
    'Write the units of both bounds of 400-500d, such as 100d-365d or 12m-400d.',
  ])
})

test('the form of an edit names all problems at once', async () => {
  const path = `/hold/${holdOf('alpha-bank')}/edit`
  const rates = { 'rate-0': '8.00', 'rate-1': '9.10', 'rate-2': '9.50' }
  assert.deepEqual(problemsOf(await post(path, { ...rates, reason: '' })), [
    'The reason is missing.',
    'The edit changes no figure; approve the sheet instead.',
  ])
  assert.deepEqual(problemsOf(await post(path, { ...rates, 'rate-1': '' })), [
    'The reason is missing.',
    'One of the rates cannot be read.',
    'The rate is missing.',
  ])
  const held = entries()[holdOf('alpha-bank') - 1]
  assert.ok(held?.kind === 'sheet-held')
  const { address = '' } = held.origin?.cells?.[0]?.annualEffectiveRate ?? {}
  const chosen = { ...rates, 'rate-0': '8.16', 'at-0': address }
  assert.deepEqual(problemsOf(await post(path, chosen)), [
    'The reason is missing.',
    'general 6 maturity 5000: "8.16%" is the AER; the rate needs a number of its own.',
  ])
})

test('a figure that is left as it stands is not published; its rate is not read, and the others go on', async () => {
  const position = holdOf('alpha-bank')
  const path = `/hold/${position}/edit`
  const form = { 'rate-0': '8.00', 'rate-1': 'abc', 'choice-1': 'leave', 'rate-2': '9.50' }
  const filled = (await get(path)).body
  assert.match(filled, /<option value="leave" >Leave it as it stands<\/option>/)
  assert.match(filled, /<small>stands at 9\.00 %<\/small>/)
  const confirmation = await post(path, { ...form, reason: 'in doubt' })
  assert.equal(confirmation.status, 200)
  assert.match(confirmation.body, /General, 12 months, at maturity: stays as it stands, neither/)
  assert.doesNotMatch(confirmation.body, /was read/)
  assert.match(confirmation.body, /No finding in the edited sheet/)
  assert.match(confirmation.body, /is published at once, with your id\.\s/)
  const [, seen = ''] = /name="seen" value="([^"]*)"/.exec(confirmation.body) ?? []
  const sent = { ...form, reason: 'in doubt', step: 'confirm', seen }
  assert.equal((await post(path, sent)).status, 303)
  const published = entries().at(-1)
  assert.ok(published?.kind === 'sheet-published')
  assert.deepEqual(published.sheet.leaves?.map(tierText), ['general 12 maturity'])
  assert.equal(published.sheet.offers.length, 2)
  const edited = (await get(`/hold/${published.hold}`)).body
  assert.match(edited, /Left as they stand: General, 12 months, at maturity\./)
})

test('an address without a held sheet or an institution says so, in the words of the desk', async () => {
  for (const position of ['abc', '-1', '1e3', '99999999999999999999', '1']) {
    const { status, body } = await get(`/hold/${position}`)
    assert.equal(status, 404, position)
    assert.match(body, /No sheet was held under this address\. The queue lists/)
  }
  for (const path of ['/enter', '/correct']) {
    assert.doesNotMatch((await get(path)).body, /No institution/)
    const unknown = await get(`${path}?institution_id=nope`)
    assert.equal(unknown.status, 404)
    assert.deepEqual(problemsOf(unknown), ['No institution has the id "nope". Choose one.'])
  }
})

test('a decision that comes too late names who decided, once', async () => {
  const deciders = { ann: 'you and ben', ben: 'ann and you', cat: 'ann and ben' }
  for (const [reviewer, names] of Object.entries(deciders)) {
    const path = `/hold/${holdOf('beta-bank')}`
    const late = await post(`${path}/reject`, { note: 'not so' }, reviewer)
    assert.equal(late.status, 409)
    assert.match(late.body, /Your rejection was not entered\./)
    assert.equal(late.body.split(`it was approved already by ${names}.`).length, 2, reviewer)
    assert.ok((await post(`${path}/edit`, {}, reviewer)).body.includes(`already by ${names}.`))
  }
})

test('a table is without a figure only if the entry says where its figures stand', async () => {
  const noFigure = /1 table of the page from which no figure was read/
  assert.match((await get(`/hold/${holdOf('alpha-bank')}`)).body, noFigure)
  for (const path of [`/hold/${holdOf('cells-bank')}`, '/enter?institution_id=cells-bank']) {
    const { body } = await get(path)
    assert.match(body, /Rupee fixed deposits/, path)
    assert.doesNotMatch(body, /<details class="others"/, path)
  }
})
