import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { digestOf, run } from '../../support/cli.ts'
import { appendTo, heldSheet } from '../../support/held-sheets.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, offerOf, sheetOf, withReason, writeHere } from '../../support/small-book.ts'

function sheetOn(day: number, rate_pa: string) {
  return sheetOf({
    scraped_at: `2026-06-0${day}T00:00:00Z`,
    offers: [
      offerOf({ rate_pa }),
      offerOf({ tenure_months: '6', rate_pa: '7.00', min_deposit: '5000' }),
      offerOf({ tenure_months: '6', rate_pa: '7.25', min_deposit: '100000' }),
    ],
  })
}

/** A small book in which alpha-bank publishes 12.50 for 15.20 by mistake, at position 5. */
const mistaken = sharedBook(async (folder) => {
  await makeSmallBook(folder)
  const rates = ['15.20', '12.50']
  const sheets = rates.map((rate_pa, day) =>
    writeHere(folder, `${rate_pa}.json`, sheetOn(day + 2, rate_pa)),
  )
  const done = await run(
    ['publish', ...withReason, '--at-scraped', ...sheets, '--database', `${folder}/ratebook.db`],
    { cwd: folder },
  )
  assert.equal(done.code, 0, done.stderr)
  return `${folder}/ratebook.db`
})

const terms = ['--terms', 'general 12 maturity']
const because = ['--cause', 'misread', '--note', 'the row above']
const at = ['--at', '2026-06-04T00:00:00Z']

/** Runs `correct` in a copy of the book, and other commands after it. */
function commandsOn(t: TestContext) {
  const book = copyOf(t, mistaken())
  const cwd = dirname(book)
  return {
    cwd,
    digest: () => digestOf(book),
    run: (...args: string[]) => run(args, { cwd }),
    correct: (...args: string[]) => run(['correct', ...args, ...because, ...at], { cwd }),
  }
}

test('correct replaces a figure; a second equal command changes nothing', async (t) => {
  const { correct, run: command, digest } = commandsOn(t)
  const before = digest()
  const dry = await correct('--of', '5', ...terms, '--rate', '15.20', '--dry-run')
  assert.equal(
    dry.stdout,
    'alpha-bank: the sheet at position 5 would be corrected; 1 of the standing offers changes\n' +
      '  sheet  figure                 was    now\n  5      general 12 maturity  12.50  15.20\n',
  )
  assert.equal(digest(), before)
  const done = await correct('--of', '5', ...terms, '--rate', '15.20')
  assert.match(done.stdout, /^alpha-bank: the sheet at position 5 was corrected at position 6;/)
  const again = await correct('--of', '5', ...terms, '--rate', '15.2', '--by', 'Ann')
  assert.deepEqual([again.code, again.stdout], [0, 'unchanged, already corrected at position 6\n'])
  const offers = await command('offers')
  assert.match(offers.stdout, /general +12\.00 +maturity +15\.200/)
  assert.doesNotMatch((await command('changes')).stdout, /12\.500/)
})

test('correct names the later sheets that repeat the rate; --only corrects one alone', async (t) => {
  const { correct, run: command, cwd } = commandsOn(t)
  for (const day of [3, 4]) {
    const sheet = writeHere(cwd, `again-${day}.json`, {
      ...sheetOn(day, '12.50'),
      source_url: `https://alpha.example/${day}`,
    })
    const published = await command('publish', ...withReason, '--at-scraped', sheet)
    assert.equal(published.code, 0, published.stderr)
  }
  const dry = await correct('--of', '5', ...terms, '--rate', '15.20', '--dry-run')
  assert.equal(
    dry.stdout,
    'alpha-bank: the sheet at position 5 would be corrected, with 2 later sheets that repeat the rate; 1 of the standing offers changes\n' +
      '  sheet  figure                 was    now\n' +
      [5, 6, 7].map((of) => `  ${of}      general 12 maturity  12.50  15.20\n`).join(''),
  )
  const stopped = await correct('--of', '5', ...terms, '--rate', '93.5')
  assert.equal(stopped.stderr.match(/rate-out-of-range/g)?.length, 1, stopped.stderr)
  const only = await correct('--of', '5', ...terms, '--rate', '15.20', '--only')
  assert.equal(
    only.stdout,
    'alpha-bank: the sheet at position 5 was corrected at position 8; no standing offer changes\n' +
      '  sheet  figure                 was    now\n  5      general 12 maturity  12.50  15.20\n',
  )
  const rest = await correct('--of', '6', ...terms, '--rate', '15.20')
  assert.match(rest.stdout, /corrected at position 9, with 1 later sheet that repeats the rate;/)
  assert.match((await command('events')).stdout, /p9-0 .* corrects sheet 6 and 1 later: misread;/)
})

test('correct --retract takes back the whole sheet, and the right sheet can follow', async (t) => {
  const { correct, run: command } = commandsOn(t)
  const done = await correct('--of', '5', '--retract')
  assert.equal(
    done.stdout,
    'alpha-bank: the sheet at position 5 was retracted at position 6; 1 of the standing offers changes\n' +
      '  sheet  figure                       was    now\n' +
      '  5      general 6 maturity 5000     7.00   7.00\n' +
      '  5      general 6 maturity 100000   7.25   7.25\n' +
      '  5      general 12 maturity        12.50  15.20\n',
  )
  const again = await correct('--of', '5', '--retract')
  assert.equal(again.stdout, 'unchanged, already retracted at position 6\n')
  const right = await command('publish', '12.50.json', '--clock-is-right')
  assert.match(right.stderr, /cannot be read/)
  const refused = await correct('--of', '5', ...terms, '--rate', '9')
  assert.equal(refused.code, 65)
  assert.match(refused.stderr, /was already retracted, at position 6/)
})

test('correct asks for the minimum deposit only where the terms have several', async (t) => {
  const { correct } = commandsOn(t)
  const six = ['--terms', 'general 6 maturity']
  const several = await correct('--of', '5', ...six, '--rate', '7.10')
  assert.equal(several.code, 65)
  assert.match(
    several.stderr,
    /has several minimum deposits.*"general 6 maturity 5000", "general 6 maturity 100000"/,
  )
  const one = await correct('--of', '5', '--terms', 'general 6 maturity 5000.00', '--rate', '7.10')
  assert.equal(one.code, 0, one.stderr)
  const gone = await correct('--of', '5', '--terms', 'general 6 maturity 100000', '--withdrawn')
  assert.match(gone.stdout, /7\.25 +no offer/)
})

test('correct finds a tenure in days as `offers --csv` prints it', async (t) => {
  const { correct, run: command, cwd } = commandsOn(t)
  const { tenure_months: _, ...terms } = offerOf({ rate_pa: '9.00' })
  const offers = [
    { ...terms, tenure_days: 360 },
    { ...terms, tenure_days: 46, tenure_to_days: 90 },
    { ...terms, tenure_days: 365, tenure_to_days: 729 },
  ]
  const sheet = sheetOf({ scraped_at: '2026-06-03T12:00:00Z', offers })
  const path = writeHere(cwd, 'days.json', sheet)
  const published = await command('publish', path, '--at-scraped', ...withReason)
  assert.equal(published.code, 0, published.stderr)
  assert.match((await command('offers', '--csv')).stdout, /,general,,360,,,maturity,9\.00/)
  for (const [tenure, months] of [
    ['360 days', '11.84'],
    ['360d', '11.84'],
    ['46-90 days', '1.51-2.96'],
    ['12-729d', '12.00-23.97'],
    ['12m-729d', '12.00-23.97'],
    ['12 months-729 days', '12.00-23.97'],
    ['11.84 months', '11.84'],
    ['11.84m', '11.84'],
    ['1.51-2.96 months', '1.51-2.96'],
  ]) {
    const named = ['--of', '6', '--terms', `general ${tenure} maturity`, '--rate', '9.10']
    const { stdout, stderr } = await correct(...named, '--dry-run')
    assert.match(stdout, new RegExp(`  6 +general ${months} maturity +9.00 +9.10\n`), stderr)
  }
  const unknown = await correct('--of', '6', '--terms', 'general 361 days maturity', '--withdrawn')
  assert.match(unknown.stderr, /neither lists nor withdraws general 11\.87 maturity/)
})

test('correct passes the gate: an implausible figure needs a reason', async (t) => {
  const { correct, digest } = commandsOn(t)
  const before = digest()
  for (const flags of [[], ['--dry-run']]) {
    const stopped = await correct('--of', '5', ...terms, '--rate', '93.5', ...flags)
    assert.equal(stopped.code, 65)
    assert.match(stopped.stderr, /implausible\n.*93\.5 %.*\[rate-out-of-range, highest_rate 30\]/)
  }
  assert.equal(digest(), before)
  const done = await correct('--of', '5', ...terms, '--rate', '93.5', '--reason', 'it is so')
  assert.equal(done.code, 0, done.stderr)
})

test('a correction of a figure that a run read needs a reason if its cell says something else', async (t) => {
  const cwd = temporaryDirectory(t)
  const book = await makeReviewedBook(cwd)
  const command = (...args: string[]) => run([...args, '--database', book], { cwd })
  const [held] = await appendTo(book, heldSheet('2026-06-03T00:00:00Z', ['8.55', '7.00']))
  const approved = await command('review', 'approve', `${held?.position}`, '--by', 'ann', ...at)
  assert.equal(approved.code, 0, approved.stderr)
  const correct = (...args: string[]) =>
    command('correct', '--of', '9', ...terms, ...because, ...at, ...args)
  for (const [right, said] of [
    [['--rate', '8.50'], '8.50'],
    [['--withdrawn'], 'that there was no such offer'],
  ] as const) {
    const stopped = await correct(...right)
    assert.equal(stopped.code, 65)
    const sentence = `The captured page has "8.55" where the rate of general 12 months maturity was read, and the correction says ${said}. [contradicts-page]`
    assert.ok(stopped.stderr.includes(sentence), stopped.stderr)
  }
  const done = await correct('--rate', '8.50', '--reason', 'the bank corrected its page')
  assert.equal(done.code, 0, done.stderr)
  const back = await correct('--rate', '8.55')
  assert.equal(back.code, 0, back.stderr)
  const audit = await command('audit')
  assert.equal(audit.code, 0, audit.stderr)
})

test('a wrong command line or an unknown figure gets one sentence', async (t) => {
  const { run: command, correct, digest } = commandsOn(t)
  const before = digest()
  const rate = ['--rate', '9.00']
  const cases: readonly [args: string[], code: number, message: RegExp][] = [
    [['--of', '0', ...terms, ...rate], 64, /--of 0 is not a position/],
    [['--of', 'x', ...terms, ...rate], 64, /--of x is not a position/],
    [['--of', '5', ...terms], 64, /--terms with --rate or --withdrawn/],
    [['--of', '5', ...terms, ...rate, '--withdrawn'], 64, /--terms with --rate or --withdrawn/],
    [['--of', '5', '--retract', ...rate], 64, /--retract' cannot be used with/],
    [['--of', '5', '--terms', 'general 12', ...rate], 64, /variant, the tenure/],
    [['--of', '5', '--terms', 'special 12 maturity', ...rate], 64, /not a known variant/],
    [['--of', '5', ...terms, '--rate', '0'], 64, /out of range/],
    [['--of', '99', ...terms, ...rate], 65, /no entry at position 99/],
    [['--of', '1', ...terms, ...rate], 65, /position 1 is not a rate sheet/],
    [['--of', '5', '--terms', 'women 12 maturity', ...rate], 65, /neither lists nor withdraws/],
    [['--of', '5', ...terms, '--rate', '12.5'], 65, /already has the rate/],
  ]
  for (const [args, code, message] of cases) {
    const outcome = await correct(...args)
    assert.equal(outcome.code, code, outcome.stderr)
    assert.match(outcome.stderr, message)
  }
  const noCause = await command('correct', '--of', '5', ...terms, ...rate, '--note', 'x')
  assert.equal(noCause.code, 64)
  assert.match(noCause.stderr, /--cause <cause>' not specified/)
  const misread = ['--of', '5', ...terms, ...rate, '--cause', 'misread']
  const noNote = await command('correct', ...misread, '--note', '')
  assert.equal(noNote.code, 64)
  assert.match(
    noNote.stderr,
    /--note: The text is empty; fill it, or leave it out if it is optional/,
  )
  assert.equal(digest(), before)
})
