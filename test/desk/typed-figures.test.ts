import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiptOf } from '../../src/book/query/receipt/receipt.ts'
import { rowsWith } from './support/desk-book.ts'
import { sharedDesk, type DeskPage } from './support/desk-server.ts'

const stood = rowsWith('9.00', '9.00')
const rows = rowsWith('9.75', '9.75')
const desk = sharedDesk([
  { id: 'alpha-bank', age: 50, stood, rows },
  { id: 'beta-bank', age: 40, stood, rows, format: 'pdf' },
  { id: 'gamma-bank', age: 30, stood, rows, format: 'json' },
  { id: 'delta-bank', age: 20, stood, rows, format: 'xlsx' },
  { id: 'once-bank', age: 10, rows: rowsWith('8.55', '8.55') },
])

const lastEntry = () => desk().desk.market().entries.at(-1)
const receipt = (position: number, row: number) =>
  receiptOf(desk().desk.market(), { position, row }, desk().desk.now())

/** The sentences of the findings on a page. */
const findingsOn = ({ body }: DeskPage): readonly string[] =>
  [...body.matchAll(/<li[^>]*>(?:\s*<a[^>]*>)?\s*<bdi>([^<]+)<\/bdi>/g)].map(([, text = '']) =>
    text.replaceAll('&quot;', '"'),
  )

const head = { scraped_at: '2026-06-10T10:00:00Z', currency: 'LKR', complete: 'yes', step: 'enter' }

/** A form with a rate for each tenure, from the captured page. */
function typed(rates: Readonly<Record<string, string>>): Record<string, string> {
  const fields = Object.entries(rates).flatMap(([tenure, rate], row) => [
    [`variant-${row}`, 'general'],
    [`tenure-${row}`, tenure],
    [`payout-${row}`, 'maturity'],
    [`rate-${row}`, rate],
    [`deposit-${row}`, '5000'],
  ])
  const source_url = 'https://alpha-bank.example/rates'
  const given = Object.fromEntries(fields) as Record<string, string>
  return { ...head, source_url, from: 'yes', ...given }
}

const enter = (id: string, fields: Readonly<Record<string, string>>, reviewer = 'ann') =>
  desk().post(`/enter?institution_id=${id}`, fields, reviewer)

/** Sends a form again with a reason for the findings that the desk showed. */
async function inSpiteOf(path: string, fields: Readonly<Record<string, string>>, shown: DeskPage) {
  const [, seen = ''] = /name="seen" value="([^"]*)"/.exec(shown.body) ?? []
  const { status, body } = await desk().post(path, { ...fields, seen, reason: 'they said so' })
  assert.equal(status, 303, body)
}

test('nothing is ticked or chosen before a reviewer does it', async () => {
  for (const path of ['/enter', '/correct']) {
    const { body } = await desk().get(`${path}?institution_id=alpha-bank`)
    assert.doesNotMatch(body, /<input[^>]*\schecked/, path)
    const claims = [
      ...body.matchAll(/<select[^>]*name="(complete|cause|of)"[^>]*>\s*<option value=""/g),
    ]
    assert.equal(claims.length, path === '/enter' ? 1 : 2, path)
  }
  const { complete: _, ...form } = typed({ 12: '9.75' })
  assert.match((await enter('alpha-bank', form)).body, /Choose what the sheet lists\./)
})

test('figures that stand nowhere on the captured page are named to both reviewers and on the receipt', async () => {
  const fields = typed({ 6: '8.00', 12: '9.80', 24: '9.90', 36: '13.75' })
  const named = [
    ['9.80', '12'],
    ['9.90', '24'],
    ['13.75', '36'],
  ].map(
    ([rate, months]) =>
      `The captured page rates has no number ${rate}, the rate of general ${months} months maturity from 5000.`,
  )
  const first = await enter('alpha-bank', fields)
  assert.equal(first.status, 422)
  assert.deepEqual(findingsOn(first).slice(0, 3), named)
  assert.match(first.body, /Another reviewer must approve it too/)
  await inSpiteOf('/enter?institution_id=alpha-bank', fields, first)

  const path = `/hold/${desk().holdOf('alpha-bank')}`
  assert.deepEqual(findingsOn(await desk().get(path, 'ben')).slice(0, 3), named)
  assert.equal((await desk().post(`${path}/approve`, {}, 'ben')).status, 303)
  const published = lastEntry()
  assert.ok(published?.kind === 'sheet-published')
  assert.equal(published.typedFrom?.length, 1)
  const messages = published.sheet.offers.map((_, row) =>
    receipt(published.position, row + 1)?.findings.flatMap(({ rule, message }) =>
      rule === 'not-on-page' ? message : [],
    ),
  )
  assert.deepEqual(messages, [[], ...named.map((message) => [message])])
})

test('figures of a page of each format are found, and those of no page are not looked for', async () => {
  for (const id of ['beta-bank', 'gamma-bank', 'delta-bank']) {
    const one = findingsOn(await enter(id, typed({ 6: '8.0', 12: '9.74', 24: '9.500' })))
    const named = one.filter((sentence) => sentence.startsWith('The captured page'))
    assert.deepEqual(named, [
      'The captured page rates has no number 9.74, the rate of general 12 months maturity from 5000.',
    ])
  }
  const { from: _, ...elsewhere } = typed({ 6: '8.00', 12: '9.74', 24: '9.50' })
  assert.equal((await enter('gamma-bank', elsewhere)).status, 303)
  const right = await enter('delta-bank', typed({ 6: '8.00', 12: '9.75', 24: '9.50' }))
  assert.equal(right.status, 303, findingsOn(right).join(' '))
})

test('a page that no program can read is named, and one reviewer gives a reason', async () => {
  const fields = typed({ 12: '9.25' })
  const path = '/enter?institution_id=picture-bank'
  const shown = await enter('picture-bank', fields)
  assert.deepEqual(findingsOn(shown), [
    'No program could read the captured page rates, so the typed figures were not looked for on it.',
  ])
  assert.doesNotMatch(shown.body, /Another reviewer must approve it too/)
  await inSpiteOf(path, fields, shown)
  assert.equal(lastEntry()?.kind, 'sheet-published')
})

test('an edit of a typed sheet is looked for, too', async () => {
  const fields = typed({ 6: '8.00', 12: '9.81', 24: '9.50' })
  await inSpiteOf('/enter?institution_id=beta-bank', fields, await enter('beta-bank', fields))
  const path = `/hold/${desk().holdOf('beta-bank')}/edit`
  const edit = { 'rate-0': '8.00', 'rate-1': '9.82', 'rate-2': '9.50', reason: 'a slip' }
  assert.deepEqual(findingsOn(await desk().post(path, edit, 'ben')), [
    'The captured page rates has no number 9.82, the rate of general 12 months maturity from 5000.',
  ])
})

test('a correction that contradicts the captured page is named before it is entered and on the receipt', async () => {
  const hold = desk().holdOf('once-bank')
  assert.equal((await desk().post(`/hold/${hold}/approve`)).status, 303)
  const { position } = lastEntry() ?? { position: 0 }
  const path = '/correct?institution_id=once-bank'
  const { body } = await desk().get(path)
  const [, figure = ''] = /value="(\d+ general 12 [^"]+)"/.exec(body) ?? []
  const fields = { figure, cause: 'misread', note: 'a slip' }
  const gone = await desk().post(path, { ...fields, none: 'yes' })
  assert.match(
    findingsOn(gone)[0] ?? '',
    /^The captured page has "8\.55%" where .* and the correction says that there was no such offer\.$/,
  )
  const wrong = await desk().post(path, { ...fields, rate: '8.50' })
  const [named = ''] = findingsOn(wrong)
  assert.equal(
    named,
    'The captured page has "8.55%" where the rate of general 12 months maturity from 5000 was read, and the correction says 8.50.',
  )
  await inSpiteOf(path, { ...fields, rate: '8.50' }, wrong)
  assert.ok(receipt(position, 2)?.findings.some(({ message }) => message === named))
  assert.equal(
    receipt(position, 1)?.findings.some(({ message }) => message === named),
    false,
  )

  // What the page says needs no reason.
  const [, corrected = ''] =
    /value="(\d+ general 12 [^"]+)"/.exec((await desk().get(path)).body) ?? []
  const back = await desk().post(path, { ...fields, figure: corrected, rate: '8.55' })
  assert.equal(back.status, 303, findingsOn(back).join(' '))
})

test('a correction of a typed sheet is looked for on the page that it cites', async () => {
  const path = '/correct?institution_id=delta-bank'
  const { body } = await desk().get(path)
  const [, figure = ''] = /value="(\d+ general 12 [^"]+)"/.exec(body) ?? []
  const fields = { figure, cause: 'misread', note: 'a slip' }
  assert.deepEqual(findingsOn(await desk().post(path, { ...fields, rate: '9.70' })), [
    'The captured page rates has no number 9.70, the rate of general 12 months maturity from 5000.',
  ])
})
