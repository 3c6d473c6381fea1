import type { OfferCells, Origin } from '../../src/domain/origin.ts'
import type { SheetDraft } from '../../src/domain/entry.ts'
import { tierOf, type Offer } from '../../src/domain/offer.ts'
import { contextFromMarket } from '../../src/book/publish/context-from-store.ts'
import { decideSheet } from '../../src/book/publish/decide-sheet.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import type { Book } from '../support/book.ts'
import { wrongBankRepaired } from '../support/corrected-books.ts'
import { at } from '../support/sample-market.ts'
import { bytesOf, offerOf, sheetOf } from '../support/small-book.ts'

const read = '2026-03-03T03:50:00Z'
const held = '2026-03-04T03:50:00Z'
const approved = '2026-03-04T08:15:00Z'
const finding = { rule: 'far-move', message: 'The rate of 12 months moves by 150 basis points.' }

/**
 * A book with every kind of receipt. Alpha and Beta are typed; a figure of Alpha is corrected (p8-2 lists it), and a sheet of
 * Alpha is retracted (5). A program reads Gamma: its first sheet is 11, verified at 12, and one that ann approved is 16.
 * ann edited a sheet of Delta (21), and typed one of Epsilon from a captured page (23).
 */
export function receiptBook(): Book {
  const book = wrongBankRepaired()
  book.correct('2026-03-02T12:00:00Z', 8, 'general 12 maturity 9.5', { note: 'A slip, "9.25".' })
  book.register('2026-03-03T00:00:00Z', 'gamma', { name: 'Gamma <b>Finance</b>', type: 'nbfi' })
  const first = sheetDraft(book, read, '8.50', '100000')
  book.enter({ ...first, origin: originOf(read, first.sheet.offers) })
  book.enter({
    kind: 'rates-verified',
    institutionId: 'gamma',
    at: at('2026-03-03T15:50:00Z'),
    tiers: first.sheet.offers.map(({ variant, tenure, payout, minimumDeposit = '0' as never }) => ({
      variant,
      tenure,
      payout,
      minimumDeposit,
    })),
    origin: originOf('2026-03-03T15:50:00Z', first.sheet.offers),
  })
  book.enter({
    kind: 'reviewer-registered',
    institutionId: '',
    at: at('2026-03-04T00:00:00Z'),
    reviewer: { id: 'ann', name: 'Ann Perera' },
  })
  const second = sheetDraft(book, held, '10.00', '100000')
  const origin = originOf(held, second.sheet.offers)
  book.enter({
    kind: 'sheet-held',
    institutionId: 'gamma',
    at: at(held),
    sheet: second.sheet,
    findings: [finding],
    origin,
    comparedWith: 11,
    reviewers: 1,
  })
  const approval = { by: 'ann', reason: 'approved by ann' }
  book.enter({
    kind: 'sheet-decided',
    institutionId: 'gamma',
    at: at(approved),
    hold: 14,
    decision: 'approved',
    by: 'ann',
    note: 'I called the branch.',
  })
  book.enter({
    ...second,
    at: at(approved),
    ...approval,
    findings: [finding],
    origin,
    hold: 14,
  })
  addEdited(book)
  addTyped(book)
  return book
}

/** A read sheet of Delta that ann edited: the program had read the rate of another row. */
function addEdited(book: Book): void {
  const [institutionId, instant] = ['delta', at('2026-03-05T03:50:00Z')]
  book.register('2026-03-05T00:00:00Z', institutionId, { name: 'Delta Bank' })
  const draft = sheetDraft(book, '2026-03-05T03:50:00Z', '8.25', '50000', institutionId)
  const origin = originOf('2026-03-05T03:50:00Z', draft.sheet.offers)
  const held = {
    kind: 'sheet-held',
    institutionId,
    at: instant,
    sheet: draft.sheet,
    origin,
  } as const
  const counts = { comparedWith: 0, reviewers: 1 } as const
  book.enter({ ...held, ...counts, findings: [finding] })
  const edit = { by: 'ann', reason: 'The row below was read.' }
  book.enter({ ...held, ...counts, ...edit, findings: [], editOf: 18 })
  const decision = { kind: 'sheet-decided', institutionId, at: instant, by: 'ann' } as const
  book.enter({ ...decision, hold: 19, decision: 'approved' })
  const approval = { by: 'ann', reason: 'approved by ann' }
  book.enter({ ...draft, at: instant, ...approval, origin, hold: 19 })
}

/** A sheet of Epsilon that ann typed from a captured PDF, which is an image. */
function addTyped(book: Book): void {
  book.register('2026-03-06T00:00:00Z', 'epsilon', { name: 'Epsilon Bank' })
  const draft = sheetDraft(book, '2026-03-06T03:50:00Z', '8.00', '50000', 'epsilon')
  const origin = originOf('2026-03-06T03:50:00Z', [])
  const { captures } = origin
  const failed = { outcome: 'failed', message: 'The PDF has no text.', origin } as const
  book.enter({ ...failed, kind: 'rates-checked', institutionId: 'epsilon', at: draft.at })
  const typedFrom = captures.map((page) => ({ ...page, format: 'pdf' as const }))
  book.enter({ ...draft, by: 'ann', note: 'The page is an image.', typedFrom })
  const later = sheetDraft(book, '2026-03-07T03:50:00Z', '8.10', '50000', 'epsilon')
  const pages = originOf('2026-03-07T03:50:00Z', [], 'cd').captures
  const message = 'The captured page rates has no number 8.10, the rate of general 12 months.'
  const findings = later.sheet.offers.slice(1).map((offer) => {
    return { rule: 'not-on-page', tier: tierOf(offer), now: offer.rate, message }
  })
  book.enter({ ...later, by: 'ann', reason: 'by telephone', findings, typedFrom: pages })
}

function sheetDraft(
  book: Book,
  when: string,
  rate: string,
  min_deposit: string,
  id = 'gamma',
): SheetDraft {
  const sheet = sheetOf({
    institution_id: id,
    source_url: 'https://gamma.example/rates?kind=fixed',
    scraped_at: when,
    offers: [
      offerOf({ rate_pa: rate, aer: rate, min_deposit }),
      offerOf({ tenure_days: 100, tenure_months: undefined, rate_pa: '7.25' }),
    ],
  })
  const verdict = decideSheet(contextFromMarket(book.market(), id), readSheet(bytesOf(sheet)), {
    at: at(when),
    sample: false,
    reason: 'a test',
  })
  if (verdict.kind !== 'published') throw new Error(JSON.stringify(verdict))
  const { reason: _, findings: _findings, ...draft } = verdict.draft
  return draft
}

function originOf(when: string, offers: readonly Offer[], digest = 'ab'): Origin {
  return {
    source: { file: 'lk/gamma.yaml', digest: '5'.repeat(64) },
    captures: [
      {
        page: 'rates',
        url: 'https://gamma.example/rates?kind=fixed',
        at: at(when),
        digest: digest.repeat(32),
        format: 'html',
      },
    ],
    nextDue: at('2026-03-12T03:47:00Z'),
    cells: offers.map(({ rate, tenureDays, minimumDeposit }): OfferCells => ({
      ...(tenureDays === undefined
        ? {
            rate: { address: '#char=1204,1232', text: `${rate}% p.a. (AER ${rate}%)` },
            tenure: { address: '#char=1150,1159', text: '12 Months' },
          }
        : {
            rate: {
              address: '#char=1204,1210',
              text: `${rate.replace('.', ',')} %`,
              decimal: ',',
            },
            tenure: {
              address: '#char=1150,1157',
              text: 'Special',
              means: `${tenureDays} days`,
            },
          }),
      column: { address: '#char=1001,1021', text: 'Interest at maturity <script>' },
      ...(minimumDeposit !== undefined && {
        minimumDeposit: { address: '#char=1160,1166', text: 'Wealth', means: minimumDeposit },
        annualEffectiveRate: { address: '#char=1204,1232', text: `${rate}% p.a. (AER ${rate}%)` },
      }),
    })),
  }
}
