import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsWith } from './support/desk-book.ts'
import { sharedDesk, type DeskPage } from './support/desk-server.ts'
import { fullQueue } from './support/full-queue.ts'

const stood = rowsWith('9.00', '9.00')
const desk = sharedDesk([
  { id: 'alpha-bank', age: 50, stood, rows: rowsWith('9.10', '9.10') },
  { id: 'gamma-bank', age: 30, format: 'pdf', stood, rows: rowsWith('13.50'), reviewers: 2 },
  { id: 'delta-bank', age: 20, format: 'json', stood, rows: rowsWith('11.25') },
  { id: 'epsilon-bank', age: 10, format: 'xlsx', stood, rows: rowsWith('11.50') },
  // The last one, because its later sheet is not earlier than those of the others.
  { id: 'beta-bank', age: 40, stood, repeats: 1, rows: rowsWith('9.00', '8.75') },
])
const full = sharedDesk(fullQueue)

const lastEntry = () => desk().desk.market().entries.at(-1)

/** The text of a page or an element of it, without markup. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The page that a redirect leads to. */
async function followed({ status, headers, body }: DeskPage, reviewer = 'ann'): Promise<string> {
  assert.equal(status, 303, body)
  return textOf((await desk().get(String(headers['location']), reviewer)).body)
}

/** Sends a form, then again with a reason for the findings that it showed. */
async function inSpiteOf(
  path: string,
  fields: Readonly<Record<string, string>>,
  reason: string,
): Promise<{ readonly first: DeskPage; readonly second: DeskPage }> {
  const first = await desk().post(path, fields)
  const [, seen = ''] = /name="seen" value="([^"]*)"/.exec(first.body) ?? []
  return { first, second: await desk().post(path, { ...fields, seen, reason }) }
}

test('the figure in question is lit in the table of each format', async () => {
  for (const id of ['alpha-bank', 'gamma-bank', 'delta-bank', 'epsilon-bank']) {
    const { body } = await desk().get(`/hold/${desk().holdOf(id)}?figure=0`)
    const marked = (part: string): readonly string[] =>
      [...body.matchAll(new RegExp(`class="${part}"[^>]*>(.*?)</td>`, 'gs'))].map(([, text = '']) =>
        textOf(text),
      )
    assert.deepEqual(marked('lit'), ['8.00% (the figure in question)'], id)
    assert.deepEqual(marked('beside'), ['At maturity', '6 Months', '8.16%'], id)
  }
})

test('a figure in question does not look as if nothing were wrong, although its rate stays the same', async () => {
  const { body } = await desk().get(`/hold/${desk().holdOf('beta-bank')}`)
  const rows = [...body.matchAll(/<tr class="([^"]*)" id="figure-/g)]
  assert.deepEqual(
    rows.map(([, classes = '']) => classes.trim()),
    ['same', 'chosen in-question', 'same'],
  )
})

test('the sheet after the last one is the first one, and the keys j and k open the neighbours', async () => {
  const { body } = await desk().get(`/hold/${desk().holdOf('epsilon-bank')}`)
  const links = [...body.matchAll(/href="\/hold\/(\d+)" data-key="(\w)"/g)]
  assert.deepEqual(
    links.map(([, position, key]) => [key, Number(position)]),
    [
      ['k', desk().holdOf('delta-bank')],
      ['j', desk().holdOf('alpha-bank')],
    ],
  )
})

test('the queue names what waits and what could not be read', async () => {
  const text = textOf((await desk().get('/')).body)
  assert.match(text, /5 sheets wait for a decision/)
  assert.match(text, /The gamma-bank 30 \d+ 450 2 different/)
  assert.match(text, /This PDF is an image; enter it by hand\./)
})

test('the queue of 200 held sheets is a small page with three files', async () => {
  const { body } = await full().get('/')
  assert.equal(body.match(/href="\/hold\/\d+"/g)?.length, fullQueue.length)
  assert.ok(body.length < 150_000, `${body.length} bytes`)
  const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  assert.deepEqual(files, ['/assets/desk.css', '/assets/icon.svg', '/assets/desk.js'])
})

test('the first of two reviewers cannot be the second', async () => {
  const path = `/hold/${desk().holdOf('gamma-bank')}`
  assert.match((await desk().get(path)).body, /Two different reviewers must approve this sheet/)
  const message = await followed(await desk().post(`${path}/approve`))
  assert.match(message, /It waits for another reviewer/)
  const own = (await desk().get(path)).body
  assert.match(own, /You have approved this sheet\. Another reviewer must approve it too/)
  assert.doesNotMatch(own, /action="[^"]*\/approve"/)
  assert.match((await desk().get('/')).body, /you approved it; another reviewer must/)
  assert.equal((await desk().post(`${path}/approve`)).status, 303)
  assert.ok(!desk().ratesOf('gamma-bank').includes('general 12 maturity 5000 13.50'))
  assert.match((await desk().get(path, 'ben')).body, /Another reviewer has approved this sheet/)
  const second = await desk().post(`${path}/approve`, {}, 'ben')
  assert.match(await followed(second, 'ben'), /It is published at position/)
  assert.ok(desk().ratesOf('gamma-bank').includes('general 12 maturity 5000 13.50'))
})

test('of two reviewers who decide at once, one is told', async () => {
  const path = `/hold/${desk().holdOf('delta-bank')}`
  const answers = await Promise.all([
    desk().post(`${path}/approve`),
    desk().post(`${path}/reject`, { note: 'not the rate' }, 'ben'),
  ])
  const late = answers.find(({ status }) => status === 409)
  assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['303', '409'])
  const text = textOf(late?.body ?? '')
  assert.match(text, /Your (?:approval|rejection) was not entered\./)
  assert.match(
    text,
    /cannot be decided: it was (?:rejected already by ben|approved already by ann)\./,
  )
})

test('a rejection needs a note, and only its reviewer reads that it was entered', async () => {
  const position = desk().holdOf('epsilon-bank')
  const without = await desk().post(`/hold/${position}/reject`, { note: ' ' })
  assert.equal(without.status, 422)
  assert.match(without.body, /Say why\. The note is missing\./)
  const rejected = await desk().post(`/hold/${position}/reject`, { note: 'an ad' })
  assert.match(await followed(rejected), /you rejected the sheet/)
  assert.doesNotMatch(await followed(rejected, 'ben'), /you rejected the sheet/)
  const entry = lastEntry()
  assert.ok(entry?.kind === 'sheet-decided')
  const { salt: _, ...decided } = entry
  assert.deepEqual(decided, {
    kind: 'sheet-decided',
    institutionId: 'epsilon-bank',
    by: 'ann',
    hold: position,
    decision: 'rejected',
    note: 'an ad',
    at: desk().desk.now(),
    position: desk().desk.market().position,
  })
})

test('findings need a reason, and two-person ones another reviewer', async () => {
  const typed = {
    scraped_at: '2026-06-10T10:00:00Z',
    source_url: 'https://alpha-bank.example/rates',
    currency: 'LKR',
    complete: 'yes',
    step: 'enter',
    ...Object.fromEntries(
      [
        ['6', '8.00'],
        ['12', '13.50'],
        ['24', '9.50'],
      ].flatMap(([tenure, rate], row) =>
        Object.entries({
          variant: 'general',
          tenure,
          payout: 'maturity',
          rate,
          deposit: '5000',
        }).map(([name, value]) => [`${name}-${row}`, value ?? '']),
      ),
    ),
  }
  const path = '/enter?institution_id=alpha-bank'
  const { second: without } = await inSpiteOf(path, typed, '')
  assert.match(without.body, /Give a reason, or change the rates\./)
  const { first, second } = await inSpiteOf(path, typed, 'their branch confirmed it')
  assert.equal(first.status, 422)
  assert.match(first.body, /two people should see a move of more than 300/)
  assert.match(first.body, /Another reviewer must approve it too/)
  assert.match(await followed(second), /It waits for another reviewer/)
  const decided = lastEntry()
  assert.ok(decided?.kind === 'sheet-decided')
  assert.match((await desk().get(`/hold/${decided.hold}`, 'ben')).body, /Typed by ann/)
  await desk().post(`/hold/${decided.hold}/approve`, {}, 'ben')
  assert.ok(desk().ratesOf('alpha-bank').includes('general 12 maturity 5000 13.50'))
})

test('a figure is corrected with its repetitions, and a sheet is retracted', async () => {
  const path = '/correct?institution_id=beta-bank'
  const held = desk().holdOf('beta-bank')
  const { body } = await desk().get(path)
  const row = body.split('<tr').find((one) => one.includes('General, 12 months')) ?? ''
  assert.match(textOf(row), /9\.00 2026-06-01, position \d+; repeated by 1 later sheet$/)
  const [, figure = ''] = /value="(\d+ general 12 [^"]+)"/.exec(row) ?? []
  const fields = { figure, rate: '4.00', cause: 'misread', note: 'a digit was lost' }
  const { first, second } = await inSpiteOf(path, fields, 'the page shows it')
  assert.match(first.body, /These findings need a reason/)
  assert.match(
    await followed(second),
    /beta-bank: you corrected General, 12 months, at maturity, from 5000: 4\.00 % instead of 9\.00 %, in the sheet at position \d+ and in 1 later sheet that repeats it\./,
  )
  assert.ok(desk().ratesOf('beta-bank').includes('general 12 maturity 5000 4.00'))
  const corrected = lastEntry()
  assert.ok(corrected?.kind === 'rate-corrected')
  assert.deepEqual(
    [corrected.by, corrected.note, corrected.reason],
    ['ann', 'a digit was lost', 'the page shows it'],
  )
  assert.equal(corrected.correction.figures.length, 2)
  const of = String(corrected.correction.figures[1]?.of)
  const sheet = { figure: 'sheet', of, cause: 'wrong-page', note: 'the sheet of another bank' }
  assert.match(
    await followed(await desk().post(path, sheet)),
    /you retracted the sheet at position/,
  )
  const retraction = lastEntry()
  assert.ok(retraction?.kind === 'rate-corrected' && retraction.correction.isRetraction)
  assert.equal(String(retraction.correction.of), of)

  // A hold that was overtaken cannot be decided, and says why.
  const overtaken = (await desk().get(`/hold/${held}`)).body
  assert.match(overtaken, /a sheet or a correction of the institution was published since/)
  assert.doesNotMatch(overtaken, /action="[^"]*\/approve"/)
  assert.equal((await desk().post(`/hold/${held}/approve`)).status, 409)
  assert.equal((await desk().post(`/hold/${held}/edit`, { reason: 'x' })).status, 409)
})
