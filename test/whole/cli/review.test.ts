import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { instantText, type Instant } from '../../../src/domain/instant.ts'
import { run, testNow } from '../../support/cli.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { appendTo, heldSheet } from '../../support/held-sheets.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { at } from '../../support/sample-market.ts'
import { sheetOf, withReason, writeHere } from '../../support/small-book.ts'

const reviewed = sharedBook(makeReviewedBook)

const day = '2026-06-10T00:00:00Z'
const later = ['--at', '2026-06-11T00:00:00Z']

/** A copy of the book, and functions that run commands on it. */
function bookOf(t: TestContext) {
  const book = copyOf(t, reviewed())
  const cwd = dirname(book)
  return {
    book,
    cwd,
    review: (...args: string[]) => run(['review', ...args], { cwd }),
    approve: (position: number, by: string, ...more: string[]) =>
      run(['review', 'approve', `${position}`, '--by', by, ...later, ...more], { cwd }),
  }
}

test('review approve, twice and by two reviewers, review reject, and the usage errors', async (t) => {
  const { book, cwd, review, approve } = bookOf(t)
  await appendTo(book, heldSheet(day, ['12.50', '7.00'], { reviewers: 2 }))
  const first = 'alpha-bank: the sheet held at position 7 was approved at position 8'
  assert.equal(
    (await approve(7, 'ann')).stdout,
    `${first}; another reviewer must approve it, too\n`,
  )
  assert.match((await review('list')).stdout, / 1$/m)
  const again = await approve(7, 'ann')
  assert.deepEqual(
    [again.code, again.stdout],
    [0, 'position 7: unchanged, approved already at position 8\n'],
  )
  const env = { RATEBOOK_BY: 'ben' }
  const second = await run(['review', 'approve', '7', ...later], { cwd, env })
  assert.equal(
    second.stdout,
    'alpha-bank: the sheet held at position 7 was approved at position 9 and published at position 10, 1 change\n',
  )
  const refused = await review('reject', '7', '--by', 'cat', '--note', 'not so', ...later)
  assert.deepEqual(
    [refused.code, refused.stderr],
    [
      65,
      'The held sheet at position 7 cannot be decided: it was approved already by ann and ben.\n',
    ],
  )
  await appendTo(book, heldSheet('2026-06-12T00:00:00Z', ['1.00', '7.00'], { comparedWith: 10 }))
  const rejected = await review(
    'reject',
    '11',
    '--by',
    'cat',
    '--note',
    'not so',
    '--at',
    '2026-06-13T00:00:00Z',
  )
  assert.equal(
    rejected.stdout,
    'alpha-bank: the sheet held at position 11 was rejected at position 12\n',
  )
  const shown = await review('show', '11')
  assert.match(
    shown.stdout,
    /^state: rejected\nrejected by cat at position 12, 2026-06-13T00:00:00Z: not so\n/m,
  )
  assert.equal((await review('approve', '7')).code, 64)
  assert.equal((await review('reject', '7', '--by', 'ben')).code, 64)
  for (const position of ['seven', '0'])
    assert.equal((await review('approve', position, '--by', 'ben')).code, 64)
  assert.equal((await review('show', '99')).code, 65)
  assert.equal((await run(['audit'], { cwd })).code, 0)
})

test('approvals of two processes at the same time publish the sheet once', async (t) => {
  const { book, cwd, approve } = bookOf(t)
  await appendTo(book, heldSheet(day, ['10.50', '7.00']))
  const results = await Promise.all(['ann', 'ben', 'ann'].map((by) => approve(7, by)))
  const published = results.filter(({ stdout }) => stdout.includes('published at'))
  assert.equal(published.length, 1)
  for (const { code, stderr } of results)
    if (code !== 0) assert.match(stderr, /it was approved already/)
  assert.equal((await run(['audit'], { cwd })).stdout, '9 entries, no difference\n')
})

test('review list shows what waits, oldest first, with exit code 77, and 0 if nothing waits', async (t) => {
  const { book, cwd, review, approve } = bookOf(t)
  const nothing = await review('list')
  assert.deepEqual([nothing.code, nothing.stdout], [0, 'nothing waits for a decision\n'])
  const instant = instantText((testNow - 5.5 * 3_600_000) as Instant)
  const other = heldSheet(instant, ['9.00', '9.00'])
  const beta = {
    ...other,
    institutionId: 'beta-finance',
    comparedWith: 0,
    sheet: { ...other.sheet, institutionId: 'beta-finance' },
  }
  await appendTo(book, beta, heldSheet(instant, ['10.50', '6.125'], { reviewers: 2 }))
  const { code, stdout, stderr } = await review('list')
  assert.deepEqual([code, stderr], [77, ''])
  assert.equal(
    stdout,
    `position  hours  institution   findings  largest move (bp)  reviewers needed
       7      5  beta-finance         1                  –                 1
       8      5  alpha-bank           1                250                 2
`,
  )
  assert.equal((await approve(7, 'ann')).code, 65, 'the time of the decision is before the hold')
  const approved = await run(['review', 'approve', '7', '--by', 'ann'], { cwd })
  assert.equal(approved.code, 0, approved.stderr)
  assert.equal((await review('list')).stdout.split('\n').length, 3)
})

test('review show prints each figure, what stood, the printed cells, the findings and the page', async (t) => {
  const { book, review } = bookOf(t)
  const draft = heldSheet(day, ['6.125', '7.00'])
  const { origin, sheet } = draft
  const hostile = origin.cells?.map((cells, index) =>
    index === 0
      ? {
          ...cells,
          tenure: { address: '#char=1,3', text: '\u001b[2JX\u202e', means: '6 months' },
        }
      : cells,
  )
  const [offer] = sheet.offers.slice(1)
  assert.ok(offer !== undefined && hostile !== undefined)
  await appendTo(book, { ...draft, origin: { ...origin, cells: hostile } })
  const { code, stdout } = await review('show', '7')
  assert.equal(code, 0)
  assert.equal(
    stdout,
    `alpha-bank, The alpha-bank: sheet held at position 7, 2026-06-10T00:00:00Z
state: open, 1 reviewer must approve it

Findings
  The rate of 12 months moves far. [moves]

Figures
  figure               stood   read      bp  rate cell  tenure cell                        column       address
  general 6 maturity    7.00  7.00      0    7.00       \\u001B[2JX\\u202E (means 6 months)  At maturity  #char=60,64
  general 12 maturity   8.00  6.125  -187.5  6.125      12 Months                          At maturity  #char=120,124

Captured pages
  1. rates (html), https://alpha-bank.example/rates, 2026-06-10T00:00:00Z
     capture ${'ab'.repeat(32)}
  source: sources/lk/alpha-bank.yaml, digest ${'5'.repeat(64)}
`,
  )
})

test('review show marks a rate that moves after a long time without a reading', async (t) => {
  const { book, review } = bookOf(t)
  const late = '2026-08-01T00:00:00Z'
  await appendTo(book, heldSheet(late, ['8.50', '7.00'], { at: at(late) }))
  const { stdout } = await review('show', '7')
  assert.match(
    stdout,
    /maturity +8\.00 \(last seen 2026-06-01, not read for 61 days\) +8\.50 +\+50 /,
  )
  assert.match(stdout, /maturity +7\.00 +7\.00 +0 /)
})

test('review show prints a withdrawn offer, and compares with what stood then', async (t) => {
  const { book, cwd, review } = bookOf(t)
  const draft = heldSheet(day, ['8.00', '7.00'])
  const sheet = { ...draft.sheet, offers: draft.sheet.offers.slice(0, 1) }
  const origin = { ...draft.origin, cells: draft.origin.cells?.slice(0, 1) ?? [] }
  await appendTo(book, { ...draft, sheet, origin })
  const before = await review('show', '7')
  assert.match(before.stdout, /general 12 maturity +8\.00 +withdrawn +– +–/)
  const later = writeHere(cwd, 'sheet.json', sheetOf({ scraped_at: '2026-06-11T00:00:00Z' }))
  assert.equal((await run(['publish', later, ...withReason, '--at-scraped'], { cwd })).code, 0)
  const after = await review('show', '7')
  assert.equal(after.stdout, before.stdout.replace(/^state: .*$/m, 'state: overtaken'))
})

test('reviewer add, list and remove can be repeated', async (t) => {
  const { cwd } = bookOf(t)
  const reviewer = (...args: string[]) => run(['reviewer', ...args], { cwd })
  const add = (name: string) => reviewer('add', 'dee', '--name', name, ...later)
  assert.equal((await add('Dee A.')).stdout, 'dee: registered at position 7\n')
  assert.equal((await add('Dee A.')).stdout, 'dee: unchanged, already registered\n')
  assert.equal((await add('Dee B.')).stdout, 'dee: registered at position 8\n')
  assert.equal(
    (await reviewer('list')).stdout,
    'id   name\nann  The ann\nben  The ben\ncat  The cat\ndee  Dee B.\n',
  )
  assert.equal((await reviewer('remove', 'dee', ...later)).stdout, 'dee: removed at position 9\n')
  assert.equal(
    (await reviewer('remove', 'dee', ...later)).stdout,
    'dee: unchanged, already removed\n',
  )
  assert.equal((await reviewer('list')).stdout.includes('dee'), false)
  assert.equal((await add('Dee B.')).stdout, 'dee: registered at position 10\n')
  const unknown = await reviewer('remove', 'eve', ...later)
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [65, 'eve is not a registered reviewer; see: ratebook reviewer list.\n'],
  )
  assert.equal((await reviewer('add', 'Not An Id', '--name', 'x')).code, 64)
  assert.equal((await reviewer('add', 'eve', '--name', 'two\nlines')).code, 64)
  assert.equal((await reviewer('add', 'eve')).code, 64)
  assert.equal((await run(['audit'], { cwd })).stdout, '10 entries, no difference\n')
})
