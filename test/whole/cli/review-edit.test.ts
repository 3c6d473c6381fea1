import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { readCitations } from '../../../src/collect/source/cited-figures.ts'
import { proveEdits, type AddressedEdit } from '../../../src/collect/audit/prove-edits.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Holding } from '../../../src/domain/entry.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { run } from '../../support/cli.ts'
import { appendTo, heldSheet } from '../../support/held-sheets.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'

const page = `<h1>Alpha Bank</h1><table>
<tr><td>Period</td><td>At maturity</td></tr>
<tr><td>6 Months</td><td>7.00%</td></tr>
<tr><td>12 Months</td><td>8.50%</td><td>5.80%</td></tr></table>`

/** The address of a text of the page. */
const addressOf = (text: string): string =>
  `#char=${page.indexOf(text)},${page.indexOf(text) + text.length}`
const cellOf = (text: string) => ({ address: addressOf(text), text })

const folder = mkdtempSync(join(tmpdir(), 'ratebook-edit-'))
const captures = openCapturesFolder(join(folder, 'captures'))
after(() => rmSync(folder, { recursive: true }))
let book: string
let held: Holding

before(async () => {
  book = await makeReviewedBook(folder)
  const draft = heldSheet('2026-06-10T00:00:00Z', ['5.80', '7.00'])
  const digest = await captures.put(Buffer.from(page))
  const { origin, sheet } = draft
  const cells = sheet.offers.map(({ tenure, rate }) => ({
    rate: cellOf(`${rate}%`),
    tenure: cellOf(`${tenure} Months`),
    column: cellOf('At maturity'),
  }))
  const captured = origin.captures.map((one) => ({ ...one, digest }))
  const store = await openSqliteStore(book, { mode: 'write' })
  const [entry] = await store.append(() =>
    Promise.resolve([{ ...draft, origin: { ...origin, captures: captured, cells } }]),
  )
  await store.close()
  held = entry as Holding
})

const tier = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' } as const

test('an edit is proven only by a cell of the captured page in which the rate stands as a whole number', async () => {
  const prove = (rate: string, address: string) =>
    proveEdits(captures, held, [{ tier, rate: rate as Decimal, address }])
  const proven = await prove('8.50', addressOf('8.50%'))
  assert.ok('edits' in proven)
  assert.deepEqual(proven.edits[0]?.cells?.rate, cellOf('8.50%'))
  for (const [rate, address, sentence] of [
    ['8.5', '#char=5000,5004', /^The page rates has nothing at #char=5000,5004\.$/],
    ['8.50', 'nonsense', /^The page rates has nothing at nonsense\.$/],
    ['50', addressOf('8.50%'), /50/],
  ] as const) {
    const refused = await prove(rate, address)
    assert.ok('problem' in refused, `${rate} at ${address}`)
    assert.match(refused.problem, sentence)
  }
})

test('a rate on another page is proven with the cells of its tenure and its heading on that page', async () => {
  const other = '<p>At maturity</p><p>12 Months</p><p>8.60%</p>'
  const at = (text: string) => `#char=${other.indexOf(text)},${other.indexOf(text) + text.length}`
  const digest = await captures.put(Buffer.from(other))
  const { origin } = held
  const [first] = origin?.captures ?? []
  assert.ok(origin !== undefined && first !== undefined)
  const pages = [first, { ...first, page: 'special', digest }]
  const prove = (edit: Omit<AddressedEdit, 'tier' | 'rate'>) =>
    proveEdits(captures, { ...held, origin: { ...origin, captures: pages } }, [
      { tier, rate: '8.60' as Decimal, address: at('8.60%'), ...edit },
    ])
  const cells = { tenureAddress: at('12 Months'), columnAddress: at('At maturity') }
  const proven = await prove({ page: 'special', ...cells })
  assert.ok('edits' in proven, JSON.stringify(proven))
  assert.deepEqual(proven.edits[0]?.cells, {
    capture: 1,
    rate: { address: at('8.60%'), text: '8.60%' },
    tenure: { address: at('12 Months'), text: '12 Months' },
    column: { address: at('At maturity'), text: 'At maturity' },
  })
  for (const [edit, sentence] of [
    [{ page: 'special' }, /was read from another page; name the cells of its tenure/],
    [{ page: 'absent', ...cells }, /has no captured page absent; there are: rates, special\.$/],
    [{ page: 'special', ...cells, tenureAddress: at('8.60%') }, /the tenure of 12 months/],
  ] as const) {
    const refused = await prove(edit)
    assert.ok('problem' in refused)
    assert.match(refused.problem, sentence)
  }
})

test('review edit proves the cell, publishes the sheet, and audit --captures proves it again', async () => {
  const at = ['--at', '2026-06-11T00:00:00Z']
  const edit = (...args: readonly string[]) =>
    run(
      [
        'review',
        'edit',
        '7',
        '--by',
        'ann',
        '--terms',
        'general 12 maturity',
        '--reason',
        '5.80 is the rate for foreigners',
        ...at,
        ...args,
      ],
      { cwd: folder, env: { RATEBOOK_DATABASE: book } },
    )
  for (const args of [[], ['--rate', '8.50', '--withdrawn']]) {
    const usage = await edit(...args)
    assert.deepEqual([usage.code, usage.stderr], [64, 'Give --rate, or give --withdrawn.\n'])
  }
  const wrong = await edit('--rate', '8.40', '--cell', addressOf('8.50%'))
  assert.equal(wrong.code, 65)
  assert.match(wrong.stderr, /^general 12 maturity: .*8\.40.*\n$/)
  const args = ['--rate', '8.50', '--cell', addressOf('8.50%')]
  const done = await edit(...args)
  assert.equal(done.code, 0, done.stderr)
  assert.equal(
    done.stdout,
    'alpha-bank: the sheet held at position 7 was edited and approved at position 9 and published at position 10, 1 change\n',
  )
  assert.match((await edit(...args)).stdout, /unchanged, edited so already at position 8/)
  const audit = await run(['audit', '--captures', 'captures', '--database', book], { cwd: folder })
  assert.equal(audit.code, 0, audit.stderr)
  assert.match(
    audit.stdout,
    /^6 figures of 3 entries stand in their captures\n2 figures were typed by persons, so no capture proves them$/m,
  )
  const shown = await run(['review', 'show', '8', '--database', book], { cwd: folder })
  assert.match(shown.stdout, /edited by ann from position 7: 5\.80 is the rate for foreigners/)
})

test('review edit --leave leaves the offers of some terms as they stand', async () => {
  const own = mkdtempSync(join(tmpdir(), 'ratebook-leave-'))
  after(() => rmSync(own, { recursive: true }))
  const path = await makeReviewedBook(own)
  await appendTo(path, heldSheet('2026-06-10T00:00:00Z', ['5.80', '7.25']))
  const review = (...args: readonly string[]) =>
    run(['review', ...args, '--database', path], { cwd: own })
  const by = ['--by', 'ann', '--reason', 'in doubt', '--at', '2026-06-11T00:00:00Z']
  const edit = (...args: readonly string[]) => review('edit', '7', ...by, ...args)
  for (const [args, sentence] of [
    [[], 'Give --terms and the right figure, or --leave.\n'],
    [['--leave', 'general 12 maturity', '--withdrawn'], 'Give --terms and the right figure, or'],
    [['--leave', 'general 12'], 'Give the variant, the tenure, the payout'],
    [['--leave', 'general 12 maturity 5000'], 'Give --leave "general 12 maturity" without a min'],
  ] as const) {
    const usage = await edit(...args)
    assert.equal(usage.code, 64)
    assert.ok(usage.stderr.includes(sentence), usage.stderr)
  }
  const done = await edit('--leave', 'general 12 maturity')
  assert.equal(done.code, 0, done.stderr)
  assert.match(
    done.stdout,
    /edited and approved at position 9 and published at position 10, 1 change/,
  )
  assert.match((await review('show', '8')).stdout, /^ {2}general 12 maturity: left as it stands$/m)
  const offers = await run(['offers', '--database', path], { cwd: own })
  assert.match(offers.stdout, /8\.00/)
  assert.equal((await run(['audit', '--database', path], { cwd: own })).code, 0)
})

test('review edit refuses to leave the same terms alone a second time, and the book can still be audited', async () => {
  const own = mkdtempSync(join(tmpdir(), 'ratebook-leave-'))
  after(() => rmSync(own, { recursive: true }))
  const path = await makeReviewedBook(own)
  await appendTo(path, heldSheet('2026-06-10T00:00:00Z', ['5.80', '7.25'], { reviewers: 2 }))
  const command = (...args: readonly string[]) => run([...args, '--database', path], { cwd: own })
  const leave = (hold: string) =>
    command(
      'review',
      'edit',
      hold,
      '--by',
      'ann',
      '--leave',
      'general 12 maturity',
      '--reason',
      'in doubt',
      '--at',
      '2026-06-11T00:00:00Z',
    )
  const first = await leave('7')
  assert.equal(first.code, 0, first.stderr)
  const second = await leave('8')
  assert.deepEqual(
    [second.code, second.stderr],
    [
      65,
      'The sheet held at position 8 already leaves general 12 maturity as it stands; approve the sheet, or edit another figure.\n',
    ],
  )
  const audit = await command('audit')
  assert.deepEqual([audit.code, audit.stdout], [0, '9 entries, no difference\n'])
})

test('the pages that a person typed a sheet from are cited, so prune keeps them', async () => {
  const store = await openSqliteStore(book, { mode: 'write' })
  const digest = 'cd'.repeat(32)
  const { origin, ...draft } = heldSheet('2026-06-12T00:00:00Z', ['12.50', '7.00'])
  const typedFrom = origin.captures.map((one) => ({ ...one, digest }))
  await store.append(() => Promise.resolve([{ ...draft, by: 'ann', reason: 'typed', typedFrom }]))
  const { cited } = await readCitations(store)
  await store.close()
  assert.equal(cited.get(digest), 11)
})
