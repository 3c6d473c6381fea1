import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compareAnswers, firstDifference } from '../../src/cli/audit/answers.ts'
import { after, dayLength } from '../../src/domain/instant.ts'
import { rederive } from '../../src/market/rederive.ts'
import { bookStart } from '../../src/domain/digest.ts'
import type { StoredEntry } from '../../src/domain/entry-body.ts'
import { auditEntries } from '../../src/publish/audit-entries.ts'
import { storedAfter } from '../../src/store/chain.ts'
import { runs } from '../support/generators.ts'
import type { Change } from '../../src/domain/change.ts'
import { entriesAfter, type Draft } from '../../src/domain/entry.ts'
import { offer, registered, sheet } from '../store/drafts.ts'
import { at } from '../support/sample-market.ts'
import { tierSheets } from '../support/sheet-generators.ts'
import { books, publishAll } from './books.ts'
import { rechained } from '../support/rechain.ts'

test('audit accepts a book, and finds a rate that was changed in one of its sheets', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.nat(40), async ({ entries }, pick) => {
      const stored = storedAfter(bookStart, entries)
      const audit = (batch: readonly StoredEntry[]) =>
        auditEntries(
          asBatches([batch]),
          () => end,
          () => undefined,
        )
      assert.deepEqual(await audit(stored), { entries })
      const sheets = entries.filter(({ kind }) => kind === 'sheet-published')
      const target = sheets[pick % sheets.length]?.position
      // The first rate of a body belongs to a change, or to an offer that did not change.
      const forge = (body: string) => body.replace('"rate":"', '"rate":"7')
      const forged = stored.map((one) =>
        one.position === target ? { ...one, body: forge(one.body) } : one,
      )
      for (const [batch, isDamage] of [
        [forged, true],
        [rechained(forged), undefined],
      ] as const) {
        const found = await audit(batch)
        const difference = 'difference' in found ? found.difference : undefined
        assert.deepEqual(
          [difference?.position, difference?.isDamage],
          target === undefined ? [undefined, undefined] : [target, isDamage],
        )
      }
    }),
    runs(100),
  )
})

test('audit derives the answers of all endpoints from the log, with and without an amount', () => {
  fc.assert(
    fc.property(books, tierSheets.map(publishAll), (book, tiers) => {
      for (const { entries, market } of [book, tiers]) {
        const now = after(market.at, dayLength)
        const comparisons = compareAnswers(rederive(entries), { market, now })
        assert.equal(firstDifference(comparisons)?.message, undefined)
      }
    }),
    runs(60),
  )
})

/** Later than every instant of a random book. */
const end = at('2100-01-01T00:00:00Z')

async function* asBatches<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches
}

test('audit accepts entries that are older than the rules about invisible characters, currencies and passwords', async () => {
  const drafts = [
    registered('a', '2026-06-01T00:00:00Z', {
      name: 'A\u200BBank',
      website: 'https://user:password@a.example/',
    }),
    published('2026-06-01T00:00:00Z'),
  ]
  const audited = await auditEntries(
    asBatches([storedAfter(bookStart, drafts)]),
    () => at('2026-06-02T00:00:00Z'),
    () => undefined,
  )
  assert.deepEqual(audited, { entries: entriesAfter(0, drafts) })
})

function published(when: string): Draft {
  const product = 'Fixed\u00ADdeposit'
  const listed = { ...offer('general 12 maturity', '8.50'), product }
  const old = sheet('a', when, [listed], { currency: 'LKX' })
  const { variant, tenure, payout, rate } = listed
  const change: Change = { variant, tenure, payout, direction: 'initial', previous: rate, rate }
  const head = { at: at(when), institutionId: 'a', kind: 'sheet-published' as const }
  return { ...head, sheet: old, changes: [change], sample: false }
}
