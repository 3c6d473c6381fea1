import { digestOfBody, type Captures } from '../../src/captures/captures.ts'
import {
  pageFormats,
  type OfferCells,
  type Origin,
  type PageFormat,
} from '../../src/domain/origin.ts'
import { monthsOfDays, type Decimal } from '../../src/domain/decimal.ts'
import type { Entry } from '../../src/domain/entry.ts'
import { tierOf, type Offer } from '../../src/domain/offer.ts'
import { enteredSheet } from '../../src/publish/entered-sheet.ts'
import type { Store } from '../../src/store/store.ts'
import { instant, offer, registered, sheet, writerFor } from '../store/drafts.ts'
import { printRows, type PrintedRow } from './printed-rows.ts'

const general = (
  tenure: string,
  rate: string,
  aer: string,
  deposit: string,
  days?: number,
): Offer => ({
  ...offer(`general ${tenure} maturity`, rate, deposit),
  annualEffectiveRate: aer as Decimal,
  ...(days !== undefined && { tenureDays: days }),
})

/** Offers and how their page prints them: rate and AER in one cell or in two, as percent or as a fraction. */
const printedOffers: readonly (readonly [Offer, PrintedRow, factor?: string])[] = [
  [
    general('3', '8.00', '8.24', '5000'),
    { tenure: '3 Months', rate: '8.00% (AER 8.24)', minimumDeposit: 'Rs. 5,000' },
  ],
  [
    general(monthsOfDays(100), '7.25', '7.46', '10000', 100),
    {
      tenure: '100 Days',
      rate: '7.25',
      annualEffectiveRate: '7.46%',
      minimumDeposit: '10000',
    },
  ],
  [
    general('12', '9.50', '9.50', '1000000'),
    { tenure: '1 Year', rate: '9.50% (AER 9.50)', minimumDeposit: '1 Mn' },
  ],
  [
    general('24', '3.75', '10.20', '250000'),
    {
      tenure: '24',
      rate: '0.0375',
      annualEffectiveRate: '0.1020',
      minimumDeposit: '250,000',
    },
    '100',
  ],
]

/** The rows of the pages of the book. */
export const printedRows: readonly PrintedRow[] = printedOffers.map(([, row]) => row)
/** The offers that the book lists for each institution. */
const offersOfBook: readonly Offer[] = printedOffers.map(([offer]) => offer)

function originOf(format: PageFormat, digest: string, rest: Partial<Origin>): Origin {
  const url = `https://${format}.example/rates`
  const capture = { page: 'rates', url, at: instant('2026-06-02T00:00:00Z'), digest, format }
  return {
    source: { file: `lk/${format}.yaml`, digest: '0'.repeat(64) },
    captures: [capture],
    nextDue: instant('2026-06-10T00:00:00Z'),
    ...rest,
  }
}

/**
 * Fills a book with an institution for each format: a held sheet, a published one, a verification with cells, and one that repeats the
 * published sheet.
 */
export async function fillEvidenceBook(
  store: Store,
  captures: Captures,
  formats: readonly PageFormat[] = pageFormats,
): Promise<readonly Entry[]> {
  const writer = writerFor(store)
  for (const [index, format] of formats.entries()) {
    const hour = (offset: number) =>
      `2026-06-02T${String(4 * index + offset).padStart(2, '0')}:00:00Z`
    const { body, cells } = printRows(format, printedRows)
    const digest = await captures.put(body)
    if (digest !== digestOfBody(body)) throw new Error('The captures return another digest.')
    const own: readonly OfferCells[] = cells.map((cells, row) => {
      const factor = printedOffers[row]?.[2]
      return factor === undefined ? cells : { ...cells, factor }
    })
    const origin = originOf(format, digest, { cells: own })
    const head = { institutionId: format }
    await writer.add(registered(format, hour(0)))
    const read = sheet(format, hour(0), offersOfBook)
    const finding = { rule: 'source', message: 'The source is new.' }
    const held = {
      sheet: read,
      findings: [finding],
      origin,
      comparedWith: 0,
      reviewers: 1,
    } as const
    await writer.add({ ...head, kind: 'sheet-held', at: instant(hour(0)), ...held })
    const book = writer.market().institutions.get(format)
    if (book === undefined) throw new Error(`${format} is not registered.`)
    const published = { ...head, kind: 'sheet-published' as const, sample: false, origin }
    await writer.add({ ...published, at: instant(hour(1)), ...enteredSheet(book, read) })
    const { position = 0 } = writer.entries().at(-1) ?? {}
    const tiers = offersOfBook.map(tierOf)
    const verified = { ...head, kind: 'rates-verified' as const, tiers }
    await writer.add({ ...verified, at: instant(hour(2)), origin })
    const repeated = originOf(format, digest, { repeats: position })
    await writer.add({ ...verified, at: instant(hour(3)), origin: repeated })
  }
  return writer.entries()
}
