import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { appendTypedSheet } from '../../../src/book/publish/review/typed-sheet.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { typedFigureFindings } from '../../../src/collect/audit/prove-edits.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { instantText } from '../../../src/domain/instant.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'
import { heldSheet } from '../../support/held-sheets.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { bytesOf, offerOf, sheetOf } from '../../support/small-book.ts'

const page = `<table><tr><td>6 Months</td><td>7.00%</td></tr>
<tr><td>12 Months</td><td>8.50%</td><td>5.80%</td></tr></table>`
const tier = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' } as const

test('the figures of a typed sheet, of its edit and of its correction are looked for on its page', async (t) => {
  const cwd = temporaryDirectory(t)
  const typedBook = await makeReviewedBook(cwd)
  const captures = openCapturesFolder(join(cwd, 'captures'))
  const { sheet, origin } = heldSheet('2026-06-10T00:00:00Z', ['8.50', '7.00'])
  const digest = await captures.put(Buffer.from(page))
  const captured = origin.captures.map((one) => ({ ...one, digest }))
  const pages = { captures, pages: captured, source: undefined }
  const offers = [{ ...tier, rate: '8.60' as Decimal }]
  const rates = [{ rate_pa: '8.60' }, { rate_pa: '7.00', tenure_months: '6' }]
  const parsed = readSheet(
    bytesOf(
      sheetOf({
        scraped_at: instantText(sheet.scrapedAt),
        offers: rates.map((rate) => offerOf(rate)),
      }),
    ),
  )
  const typed = {
    by: 'ann',
    parsed,
    reason: 'I saw it',
    typedFrom: pages.pages,
    pageFindings: await typedFigureFindings(pages, offers),
  }
  const store = await openSqliteStore(typedBook, { mode: 'write' })
  const clock = { from: 'option', read: () => sheet.scrapedAt } as const
  const rules = { isOneReviewerEnough: false, limits: defaultGateLimits }
  const outcome = await appendTypedSheet(store, typed, clock, rules)
  await store.close()
  assert.ok(outcome.kind === 'held', JSON.stringify(outcome))
  const command = async (...args: readonly string[]) =>
    run([...args, '--database', typedBook], { cwd })
  const at = ['--at', '2026-06-11T00:00:00Z']
  const found = async (position: number) =>
    [
      ...(await command('review', 'show', `${position}`)).stdout.matchAll(/no number (\S+), the/g),
    ].map(([, rate]) => rate)
  assert.deepEqual(await found(7), ['8.60'])
  const folders = ['--captures', join(cwd, 'captures')]
  const edited = ['--by', 'ben', '--terms', 'general 12 maturity', '--reason', 'a slip', ...folders]
  const wrong = await command('review', 'edit', '7', '--rate', '8.70', ...edited, ...at)
  assert.match(wrong.stdout, /another reviewer must approve it, too/, wrong.stderr)
  assert.deepEqual(await found(9), ['8.70'])
  const right = await command('review', 'edit', '9', '--rate', '8.50', ...edited, ...at)
  assert.equal(right.code, 0, right.stderr)
  assert.deepEqual(await found(11), [])
  assert.equal((await command('review', 'approve', '11', '--by', 'ann', ...at)).code, 0)

  const correct = async (...args: readonly string[]) =>
    command(
      'correct',
      '--of',
      '14',
      '--terms',
      'general 12 maturity',
      '--cause',
      'misread',
      ...args,
      '--note',
      'a slip',
      ...at,
    )
  const refused = await correct('--rate', '8.40', ...folders)
  assert.equal(refused.code, 65)
  assert.match(refused.stderr, /has no number 8\.40, the rate of .* \[contradicts-page\]/)
  const unread = await correct('--rate', '5.80', '--captures', join(cwd, 'none'))
  assert.match(
    unread.stderr,
    /No program could read the captured page rates.*\[page-not-searched\]/,
  )
  const corrected = await correct('--rate', '5.80', ...folders, '--reason', 'the second column')
  assert.equal(corrected.code, 0, corrected.stderr)
  const audit = await command('audit')
  assert.equal(audit.code, 0, audit.stdout + audit.stderr)
})
