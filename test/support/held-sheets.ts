import type { OfferCells, Origin } from '../../src/domain/origin.ts'
import type { Draft, Entry } from '../../src/domain/entry.ts'
import type { Finding } from '../../src/domain/gate-limits.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { at } from './sample-market.ts'
import { bytesOf, offerOf, sheetOf } from './small-book.ts'

/** A held sheet that a run read. */
type HoldingDraft = Extract<Draft, { kind: 'sheet-held' }> & { readonly origin: Origin }

/** A held sheet of alpha-bank in the small book, with 12 and 6 months at these rates. */
export function heldSheet(
  instant: string,
  rates: readonly [string, string],
  more: Partial<HoldingDraft> = {},
): HoldingDraft {
  const offers = [
    offerOf({ rate_pa: rates[0] }),
    offerOf({ tenure_months: '6', rate_pa: rates[1] }),
  ]
  const { sheet } = readSheet(bytesOf(sheetOf({ scraped_at: instant, offers })))
  if (sheet === undefined) throw new Error('The sheet is refused.')
  return {
    kind: 'sheet-held',
    at: at(instant),
    institutionId: 'alpha-bank',
    sheet,
    findings: [aFinding],
    comparedWith: 3,
    reviewers: 1,
    origin: {
      source: { file: 'sources/lk/alpha-bank.yaml', digest: '5'.repeat(64) },
      captures: [
        {
          page: 'rates',
          url: 'https://alpha-bank.example/rates',
          at: at(instant),
          digest: 'ab'.repeat(32),
          format: 'html',
        },
      ],
      nextDue: at(instant),
      cells: sheet.offers.map(({ tenure, rate }): OfferCells => ({
        rate: { address: `#char=${tenure}0,${tenure}4`, text: rate },
        tenure: { address: '#char=1,3', text: `${tenure} Months` },
        column: { address: '#char=5,9', text: 'At maturity' },
      })),
    },
    ...more,
  }
}

const aFinding: Finding = { rule: 'moves', message: 'The rate of 12 months moves far.' }

/** Appends drafts to a book, all or nothing, and returns the entries. */
export async function appendTo(
  book: string,
  ...drafts: readonly Draft[]
): Promise<readonly Entry[]> {
  const store = await openSqliteStore(book, { mode: 'write' })
  try {
    return await store.append(() => Promise.resolve(drafts))
  } finally {
    await store.close()
  }
}
