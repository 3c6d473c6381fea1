import { canonicalDecimal } from '../../../src/domain/decimal.ts'
import type { Finding } from '../../../src/domain/gate-limits.ts'
import { tierKeyOf, type Offer, type Sheet } from '../../../src/domain/offer.ts'
import { findingsIn } from '../../support/gate-sheets.ts'
import { evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type InstitutionBook } from '../../../src/book/market/market.ts'
import { sampleEntries } from '../../support/sample-market.ts'
import { offerFaults } from './offer-faults.ts'
import { sheetFaults } from './sheet-faults.ts'

/** A sheet of the samples, and the institution's book before it. */
export type SampleSheet = {
  readonly sheet: Sheet
  readonly book: InstitutionBook
  readonly findings: readonly Finding[]
}

/** All sheets of the samples in the order of their `scraped_at`, with the findings of the gate. */
export function sampleSheets(): readonly SampleSheet[] {
  const sheets: SampleSheet[] = []
  let market = emptyMarket
  for (const entry of sampleEntries()) {
    const book = market.institutions.get(entry.institutionId)
    if (entry.kind === 'sheet-published' && book !== undefined) {
      const { sheet } = entry
      sheets.push({ sheet, book, findings: findingsIn({ sheet, book }) })
    }
    market = evolve(market, entry)
  }
  return sheets
}

/** The result of the gate for one injected fault. */
export type FaultResult = {
  readonly fault: string
  /** Whether each falsified offer has a printed AER. */
  readonly hasAer: boolean
  /** Whether the institution had standing offers before the sheet. */
  readonly isLater: boolean
  readonly isCaught: boolean
  readonly sheet: Sheet
  /** The offers of the true sheet that the fault falsifies, or loses. */
  readonly falsified: readonly Offer[]
  /** The offers of the faulty sheet. */
  readonly offers: readonly Offer[]
}

/** Injects every fault into every offer of a sheet, and asks the gate. */
export function injectFaults(sample: SampleSheet): readonly FaultResult[] {
  const { sheet, book, findings } = sample
  const known = new Set(findings.map(identityOf))
  const resultOf = (fault: string, offers: readonly Offer[], falsified: readonly Offer[]) => ({
    fault,
    hasAer: falsified.every(({ annualEffectiveRate }) => annualEffectiveRate !== undefined),
    isLater: book.standing.size > 0,
    isCaught: findingsIn({ sheet: { ...sheet, offers }, book }).some(
      (finding) => !known.has(identityOf(finding)),
    ),
    sheet,
    falsified,
    offers,
  })
  const single = Object.entries(offerFaults).flatMap(([fault, make]) =>
    sheet.offers.flatMap((offer, index) =>
      make(offer, sheet).map((faulty) =>
        resultOf(fault, sheet.offers.with(index, faulty), [offer]),
      ),
    ),
  )
  const whole = Object.entries(sheetFaults).flatMap(([fault, make]) =>
    make(sheet).map(({ offers, falsified }) => resultOf(fault, offers, falsified)),
  )
  return [...single, ...whole]
}

/** Two findings are the same if rule, tier and figures are the same; a count in the sentence does not matter. */
function identityOf({ rule, tier, was, now }: Finding): string {
  const figures = [was, now].map((figure) => figure && canonicalDecimal(figure))
  return [rule, tier && tierKeyOf(tier), ...figures].join(' ')
}
