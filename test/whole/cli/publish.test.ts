import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { digestOf, run } from '../../support/cli.ts'
import {
  firstSheet,
  makeSmallBook,
  offerOf,
  sheetOf,
  withReason,
  writeHere,
} from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)

/** The entries after position 3, as `position at institution`. */
function addedTo(book: string): string[] {
  const db = new DatabaseSync(book, { readOnly: true })
  const rows = db
    .prepare('SELECT position, at, institution_id AS id FROM entry WHERE position > 3')
    .all()
  db.close()
  return rows.map(({ position, at, id }) => `${String(position)} ${String(at)} ${String(id)}`)
}

const csv = `institution_id,source_url,scraped_at,currency,complete,product_variant,tenure_months,payout_type,rate_pa,min_deposit
alpha-bank,https://alpha-bank.example/rates,2026-06-03T00:00:00Z,LKR,true,general,12,maturity,8.75,
alpha-bank,https://alpha-bank.example/rates,2026-06-03T00:00:00Z,LKR,true,senior_citizen,12,maturity,9.25,5000.00
`

test('publish: a sheet is entered once, and the same offers with a later scraped_at again', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const sheet = writeHere(cwd, 'sheet.json', sheetOf())
  const first = await run(['publish', ...withReason, sheet, '--at', '2026-06-02T08:00:00Z'], {
    cwd,
  })
  assert.deepEqual(first, {
    code: 0,
    signal: null,
    stdout: 'sheet.json: published at position 4, 1 withdrawn, 1 up\n',
    stderr: '',
  })
  const once = digestOf(book)
  for (const at of ['2026-06-02T08:00:00Z', '2026-06-05T00:00:00Z', '2020-01-01T00:00:00Z']) {
    const again = await run(['publish', ...withReason, sheet, '--at', at], { cwd })
    assert.equal(again.code, 0, again.stderr)
    assert.equal(again.stdout, 'sheet.json: unchanged, already at position 4\n')
  }
  assert.equal(digestOf(book), once)
  const later = writeHere(cwd, 'later.json', sheetOf({ scraped_at: '2026-06-04T00:00:00Z' }))
  const read = await run(['publish', ...withReason, later, '--at', '2026-06-05T00:00:00Z'], { cwd })
  assert.equal(read.stdout, 'later.json: published at position 5, no changes\n')
  const earlier = await run(['publish', ...withReason, sheet, '--at', '2026-06-06T00:00:00Z'], {
    cwd,
  })
  assert.equal(earlier.stdout, 'sheet.json: unchanged, already at position 4\n')
  const other = writeHere(cwd, 'other.json', sheetOf({ offers: [offerOf({ rate_pa: '9' })] }))
  const stale = await run(['publish', ...withReason, other, '--at', '2026-06-06T00:00:00Z'], {
    cwd,
  })
  assert.equal(stale.code, 65)
  assert.match(stale.stderr, /scraped_at: .*\[older-than-last\]/)
})

test('publish: after an interruption the same command enters only the missing sheets', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const names = ['2', '3', '4'].map((day) =>
    writeHere(cwd, `${day}.json`, sheetOf({ scraped_at: `2026-06-0${day}T00:00:00Z` })),
  )
  const half = await run(['publish', ...withReason, '--at-scraped', ...names.slice(0, 2)], { cwd })
  assert.equal(half.code, 0, half.stderr)
  const whole = await run(['publish', ...withReason, '--at-scraped', ...names], { cwd })
  assert.equal(
    whole.stdout,
    '2.json: unchanged, already at position 4\n3.json: unchanged, already at position 5\n' +
      '4.json: published at position 6, no changes\n1 published, 2 unchanged, 0 refused\n',
  )
  assert.equal(whole.code, 0)
})

test('publish: standard input, and a CSV equals its JSON form', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const piped = await run(['publish', ...withReason, '-', '--at', '2026-06-04T00:00:00Z'], {
    cwd,
    input: csv,
  })
  assert.equal(
    piped.stdout,
    'standard input: published at position 4, 1 withdrawn, 1 up, 1 initial\n',
  )
  const offers = [
    offerOf({ rate_pa: '8.75' }),
    offerOf({ product_variant: 'senior_citizen', rate_pa: '9.25', min_deposit: '5000.00' }),
  ]
  const same = sheetOf({ scraped_at: '2026-06-03T00:00:00Z', offers, complete: true })
  writeFileSync(join(cwd, 'sheet.csv'), csv)
  const both = await run(
    ['publish', ...withReason, writeHere(cwd, 'same.json', same), 'sheet.csv'],
    { cwd },
  )
  assert.equal(
    both.stdout,
    'same.json: unchanged, already at position 4\nsheet.csv: unchanged, already at position 4\n' +
      '0 published, 2 unchanged, 0 refused\n',
  )
})

test('publish: expands globs, and accepts a file name with a bracket', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  mkdirSync(join(cwd, 'sheets'))
  const days = ['2026-06-05', '2026-06-03', '2026-06-04']
  for (const [index, day] of days.entries()) {
    const sheet = sheetOf({
      scraped_at: `${day}T00:00:00Z`,
      offers: [offerOf({ rate_pa: `9.${index}` })],
    })
    writeHere(join(cwd, 'sheets'), `${day}.json`, sheet)
  }
  writeHere(cwd, 'odd[1].json', sheetOf({ scraped_at: '2026-06-06T00:00:00Z' }))
  const done = await run(
    ['publish', ...withReason, 'sheets/*.json', 'odd[1].json', '--at', '2026-06-07T00:00:00Z'],
    { cwd },
  )
  assert.equal(done.code, 0, done.stderr)
  assert.deepEqual(done.stdout.match(/^\S+(?=: published)/gm), [
    'sheets/2026-06-03.json',
    'sheets/2026-06-04.json',
    'sheets/2026-06-05.json',
    'odd[1].json',
  ])
  assert.match(done.stdout, /\n4 published, 0 unchanged, 0 refused\n$/)
  const none = await run(['publish', ...withReason, 'none/*.json'], { cwd })
  assert.equal(none.code, 65)
  assert.match(none.stderr, /^none\/\*\.json: refused\n {2}It cannot be read: .*\[not-a-file\]/)
})

test('publish reads a CSV of Excel in Latin-1 with decimal commas, by the options that it names', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const [head, line] = csv.replaceAll(',', ';').replaceAll('.75;', ",75;5'000").split('\n')
  const text = `${head};product\r\n${line};Depósito\r\n`
  writeFileSync(join(cwd, 'pt.csv'), Buffer.from(text, 'latin1'))
  const before = digestOf(book)
  const publish = (...args: string[]) =>
    run(['publish', 'pt.csv', ...withReason, '--at-scraped', ...args], { cwd })
  const [plain, encoded, unknown] = [
    await publish(),
    await publish('--encoding', 'latin1'),
    await publish('--encoding', 'x-latin'),
  ]
  assert.match(
    plain.stderr,
    /refused\n  Byte \d+ is not UTF-8.*--encoding windows-1252\. \[not-utf/,
  )
  assert.match(
    encoded.stderr,
    /refused\n  line 2, rate_pa: "8,75".*--decimal , reads it as 8\.75\./,
  )
  assert.deepEqual(
    [plain, encoded].map(({ stderr }) => stderr.split('\n').length),
    [3, 3],
  )
  assert.deepEqual([unknown.code, unknown.stderr], [64, '--encoding x-latin is not known.\n'])
  assert.equal(digestOf(book), before)
  const done = await publish('--encoding', 'latin1', '--decimal', ',')
  assert.equal(done.code, 0, done.stderr)
  const offers = await run(['offers', '--csv'], { cwd })
  assert.match(offers.stdout, /,maturity,8\.75,,5000,Depósito\r\n/)
})

test('publish --at-scraped: each sheet at its scraped_at, in that order; equal times in the given order', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const beta = { institution_id: 'beta-finance', source_url: 'https://beta-finance.example/' }
  const late = writeHere(cwd, 'late.json', sheetOf({ scraped_at: '2026-06-09T00:00:00Z' }))
  const tie2 = writeHere(cwd, 'tie-2.json', sheetOf({ scraped_at: '2026-06-05T00:00:00Z' }))
  const tie1 = writeHere(
    cwd,
    'tie-1.json',
    sheetOf({ ...beta, scraped_at: '2026-06-05T00:00:00Z' }),
  )
  const early = writeHere(
    cwd,
    'early.json',
    sheetOf({ ...beta, scraped_at: '2026-06-02T00:00:00Z' }),
  )
  const done = await run(['publish', ...withReason, '--at-scraped', late, tie2, tie1, early], {
    cwd,
  })
  assert.equal(done.code, 0, done.stderr)
  assert.deepEqual(addedTo(book), [
    '4 2026-06-02T00:00:00.000Z beta-finance',
    '5 2026-06-05T00:00:00.000Z alpha-bank',
    '6 2026-06-05T00:00:00.000Z beta-finance',
    '7 2026-06-09T00:00:00.000Z alpha-bank',
  ])
})

test('publish --at-scraped refuses a scraped_at in the future', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const before = digestOf(book)
  const sheet = writeHere(cwd, 'sheet.json', sheetOf({ scraped_at: '2999-01-01T00:00:00Z' }))
  const { code, stderr } = await run(['publish', ...withReason, '--at-scraped', sheet], { cwd })
  assert.equal(code, 65)
  assert.match(stderr, /scraped_at: .*2999.*\[in-the-future\]/)
  assert.equal(digestOf(book), before)
})

test('publish --dry-run: shows the changes, even of several sheets of one institution, and writes nothing', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const before = readFileSync(book)
  const one = writeHere(cwd, 'one.json', sheetOf())
  const two = sheetOf({
    scraped_at: '2026-06-03T00:00:00Z',
    offers: [offerOf({ rate_pa: '8.25' }), offerOf({ tenure_months: '6', rate_pa: '7.000' })],
  })
  const three = sheetOf({ ...two, scraped_at: '2026-06-03T12:00:00Z' })
  const files = [one, writeHere(cwd, 'two.json', two), writeHere(cwd, 'three.json', three)]
  const args = ['publish', ...withReason, ...files, '--at', '2026-06-04T00:00:00Z']
  const dry = await run([...args, '--dry-run'], { cwd })
  assert.deepEqual(dry, {
    code: 0,
    signal: null,
    stdout: `one.json: would be published, 1 withdrawn, 1 up
  variant  months  payout    minimum  from    to  direction
  general       6  maturity        0  7.00        withdrawn
  general      12  maturity        0  8.00  8.50  up
two.json: would be published, 1 flat, 1 down
  variant  months  payout    minimum  from    to  direction
  general       6  maturity        0  7.00  7.00  flat
  general      12  maturity        0  8.50  8.25  down
three.json: would be published, no changes
3 would be published, 0 unchanged, 0 refused
`,
    stderr: '',
  })
  assert.deepEqual(readFileSync(book), before)
  const wet = await run(args, { cwd })
  assert.match(wet.stdout, /one\.json: published at position 4, 1 withdrawn, 1 up\n/)
  assert.match(wet.stdout, /two\.json: published at position 5, 1 flat, 1 down\n/)
  assert.match(wet.stdout, /three\.json: published at position 6, no changes\n/)
})

test('publish --dry-run refuses an institution that is not registered', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const stranger = writeHere(cwd, 'stranger.json', sheetOf({ institution_id: 'nobody-bank' }))
  const [wet, dry] = [
    await run(['publish', ...withReason, '--at-scraped', stranger], { cwd }),
    await run(['publish', ...withReason, '--at-scraped', '--dry-run', stranger], { cwd }),
  ]
  assert.equal(dry.code, 65)
  assert.match(dry.stderr, /nobody-bank is not registered.*\[unregistered\]/)
  assert.deepEqual(dry, wet)
})

test('publish: of several sheets the valid ones are entered, and the command exits with 65', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const good = writeHere(cwd, 'good.json', sheetOf())
  const bad = writeHere(
    cwd,
    'bad.json',
    sheetOf({ offers: [offerOf(), offerOf({ rate_pa: '3530' })] }),
  )
  const same = writeHere(cwd, 'same.json', firstSheet)
  const last = writeHere(cwd, 'last.json', sheetOf({ scraped_at: '2026-06-03T00:00:00Z' }))
  const args = [
    'publish',
    ...withReason,
    same,
    bad,
    good,
    'absent.json',
    last,
    '--at',
    '2026-06-04T00:00:00Z',
  ]
  const { code, stdout, stderr } = await run(args, { cwd })
  assert.equal(code, 65)
  assert.equal(
    stdout,
    'same.json: unchanged, already at position 3\ngood.json: published at position 4, 1 withdrawn, 1 up\n' +
      'last.json: published at position 5, no changes\n2 published, 1 unchanged, 2 refused\n',
  )
  assert.match(
    stderr,
    /^bad\.json: refused\n {2}offers\[1\]\.rate_pa: .*\[out-of-range\]\nabsent\.json: refused\n/,
  )
  assert.equal(addedTo(book).length, 2)
})

test('publish: --at with --at-scraped is a usage error', async (t) => {
  const book = copyOf(t, small())
  const { code, stderr } = await run(
    ['publish', ...withReason, 'x.json', '--at', '2026-06-04T00:00:00Z', '--at-scraped'],
    { cwd: dirname(book) },
  )
  assert.equal(code, 64)
  assert.match(stderr, /--at or --at-scraped, not both/)
})

test('publish: of several sheets in one CSV the valid ones are entered, each under its institution', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const [columns = '', alpha = ''] = csv.split('\n')
  const beta = alpha.replaceAll('alpha-bank', 'beta-finance')
  const gamma = alpha.replaceAll('alpha-bank', 'gamma-bank')
  const sheets = `\uFEFF${[columns, alpha, beta.replace('8.75', '3530'), gamma].join('\r\n')}\r\n`
  writeFileSync(join(cwd, 'all.csv'), sheets.replaceAll(',', ';'))
  const args = ['publish', ...withReason, 'all.csv', '--at', '2026-06-04T00:00:00Z']
  const { code, stdout, stderr } = await run(args, { cwd })
  assert.equal(code, 65)
  assert.equal(
    stdout,
    'all.csv (alpha-bank): published at position 4, 1 withdrawn, 1 up\n1 published, 0 unchanged, 2 refused\n',
  )
  assert.match(
    stderr,
    /^all\.csv \(beta-finance\): refused\n {2}line 3, rate_pa: .*\[out-of-range\]\nall\.csv \(gamma-bank\): refused\n {2}institution_id: .*\[unregistered\]\n$/,
  )
  assert.deepEqual(addedTo(book), ['4 2026-06-04T00:00:00.000Z alpha-bank'])
})

test('publish: an offset in scraped_at is kept as UTC', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const at = ['--at', '2026-06-04T00:00:00Z']
  writeHere(cwd, 'offset.json', sheetOf({ scraped_at: '2026-06-02T05:30:00+05:30' }))
  writeHere(cwd, 'utc.json', sheetOf())
  const first = await run(['publish', ...withReason, 'offset.json', ...at], { cwd })
  assert.equal(first.code, 0, first.stderr)
  const same = await run(['publish', 'utc.json', ...at], { cwd })
  assert.equal(same.stdout, 'utc.json: unchanged, already at position 4\n')
})
