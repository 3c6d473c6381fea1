import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, offerOf, sheetOf, writeHere } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)

const settings = `gate:
  highest_rate: { value: 60, reason: "the policy rate is 50 %" }
  large_move_without_aer: { value: 5000, reason: "banks follow it at once" }
  very_large_move: { value: 5000, reason: "banks follow it at once" }
  unit_factor: { value: 10, reason: "banks follow it at once" }
`

const last = (book: string): unknown => {
  const db = new DatabaseSync(book, { readOnly: true })
  const row = db.prepare('SELECT body FROM entry ORDER BY position DESC LIMIT 1').get()
  db.close()
  return (JSON.parse(String(row?.['body'])) as { readonly findings?: unknown }).findings
}

test('gate prints each limit, its reason, and whether the operator has set it', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const before = await run(['gate'], { cwd })
  assert.match(before.stdout, /^highest_rate +30 +percent +default +\S.*$/m)
  writeFileSync(join(cwd, 'ratebook.yaml'), settings)
  const after = await run(['gate'], { cwd })
  assert.match(after.stdout, /^highest_rate +60 +percent +operator +the policy rate is 50 %$/m)
  const json = await run(['gate', '--json'], { cwd })
  const rows = JSON.parse(json.stdout) as readonly Record<string, string>[]
  assert.equal(rows.length, 9)
  assert.deepEqual(rows[1], {
    name: 'highest_rate',
    value: '60',
    unit: 'percent',
    set_by: 'operator',
    reason: 'the policy rate is 50 %',
  })
})

test('commands use the limits of the book, and a finding keeps the one that decided', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const six = offerOf({ tenure_months: '6', rate_pa: '7.00' })
  const at = ['--at', '2026-06-04T00:00:00Z']
  const sheet = writeHere(cwd, 'a.json', sheetOf({ offers: [offerOf({ rate_pa: '45.00' }), six] }))
  const stopped = await run(['publish', sheet, ...at], { cwd })
  assert.equal(stopped.code, 65)
  assert.match(stopped.stderr, /\[rate-out-of-range, highest_rate 30\]/)

  writeFileSync(join(cwd, 'ratebook.yaml'), settings)
  const entered = await run(['publish', sheet, ...at], { cwd })
  assert.equal(entered.code, 0, entered.stderr)
  assert.equal(last(book), undefined)
  const right = ['--of', '4', '--terms', 'general 12 maturity', '--cause', 'misread', '--note', 'n']
  const corrected = await run(
    ['correct', ...right, '--rate', '900', '--reason', 'it is so', ...at],
    { cwd },
  )
  assert.equal(corrected.code, 0, corrected.stderr)
  const limits = (last(book) as readonly { readonly rule: string; readonly limit: unknown }[]).map(
    ({ rule, limit }) => [rule, limit],
  )
  assert.deepEqual(limits, [
    ['rate-out-of-range', { name: 'highest_rate', value: '60' }],
    ['very-large-move', { name: 'very_large_move', value: '5000' }],
  ])

  writeFileSync(join(cwd, 'ratebook.yaml'), '')
  const audit = await run(['audit'], { cwd })
  assert.equal(audit.code, 0, audit.stderr)
})

test('a limit outside its range is refused with its place', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  writeFileSync(join(cwd, 'ratebook.yaml'), settings.replace('60', '6000'))
  const { code, stderr } = await run(['publish', 'a.json'], { cwd })
  assert.equal(code, 78)
  assert.equal(
    stderr,
    'ratebook.yaml:2:17: gate.highest_rate.value 6000 is not a plain number from 0.001 to 1000 (percent).\n',
  )
})
