import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, tierKeyOf, type TermsKey, type TierKey } from '../domain/offer.ts'

/** One time that the page of an institution was read: for a rate sheet, or for a verification. */
export type FigureReading = {
  readonly position: number
  readonly at: Instant
  /** The rates of a sheet as corrected since; `undefined` for a verification. */
  readonly rates: ReadonlyMap<TierKey, Decimal> | undefined
  /** Whether the sheet lists or withdraws some terms, or the verification confirms them. */
  readonly isAbout: (terms: TermsKey) => boolean
}

/** The readings among the entries of an institution, with the figures for some terms. The entries contain no retracted sheet. */
export function readingsIn(
  entries: readonly Entry[],
  wanted: ReadonlySet<TermsKey>,
): readonly FigureReading[] {
  const sheets = new Map<number, Map<TierKey, Decimal>>()
  const readings: FigureReading[] = []
  for (const entry of entries) {
    if (entry.kind === 'sheet-published') {
      const reading = sheetReading(entry, wanted)
      sheets.set(entry.position, reading.rates)
      readings.push(reading)
    } else if (entry.kind === 'rates-verified') {
      const { position, at, tiers } = entry
      const terms = tiers && new Set(tiers.map(keyOf))
      const isAbout = (key: TermsKey): boolean => terms === undefined || terms.has(key)
      readings.push({ position, at, rates: undefined, isAbout })
    } else if (entry.kind === 'rate-corrected' && !entry.correction.isRetraction)
      applyCorrection(entry, sheets)
  }
  return readings
}

function sheetReading({ position, sheet }: Publishing, wanted: ReadonlySet<TermsKey>) {
  const { scrapedAt, offers, complete, covers, leaves = [] } = sheet
  const listed = Map.groupBy(offers, keyOf)
  const figures = [...wanted].flatMap((key) => listed.get(key) ?? [])
  const left = new Set(leaves.map(keyOf))
  const isCovered = (key: TermsKey): boolean =>
    complete && covers.some((variant) => key.startsWith(`${variant} `))
  const isAbout = (key: TermsKey): boolean => listed.has(key) || (isCovered(key) && !left.has(key))
  const rates = new Map(figures.map((offer) => [tierKeyOf(offer), offer.rate]))
  return { position, at: scrapedAt, rates, isAbout }
}

/** Corrects the figures of a sheet. If the standing rate changes, later sheets repeated the wrong figure, so it corrects those too. */
function applyCorrection(
  { correction: { of, figures }, changes }: Correcting,
  sheets: ReadonlyMap<number, Map<TierKey, Decimal>>,
): void {
  if (!sheets.has(of)) return
  for (const { was, now, ...tier } of figures) {
    const key = tierKeyOf(tier)
    for (const [position, rates] of sheets) {
      const rate = rates.get(key)
      const isRepeated =
        position > of &&
        changes.length > 0 &&
        rate !== undefined &&
        was !== undefined &&
        sameDecimal(rate, was)
      if (position !== of && !isRepeated) continue
      if (now === undefined) rates.delete(key)
      else rates.set(key, now)
    }
  }
}
