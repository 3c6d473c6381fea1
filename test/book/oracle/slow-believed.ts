import type { CorrectedFigure } from '../../../src/domain/change.ts'
import type { Correcting, Entry } from '../../../src/domain/entry.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { tierOf, type Offer, type Terms, type Tier, type Sheet } from '../../../src/domain/offer.ts'
import { byTiers, isAbout, isSame, isSameTerms, leastDeposit, type Publishing } from './slow.ts'

// Believed sheets, straight from docs/corrections.md. All functions here take the entries of one institution.

/** A published sheet that was not retracted, with the figures that are believed. */
export type BelievedSheet = {
  readonly position: number
  readonly at: Instant
  readonly sheet: Sheet
  /** Terms that count as listed with no tier, because corrections took out the last one. */
  readonly emptied: readonly Terms[]
}

export const isSameTier = (a: Tier, b: Tier): boolean =>
  isSameTerms(a, b) && isSame(leastDeposit(a), leastDeposit(b))

/** The entry that retracted a sheet. */
export const retractionOf = (entries: readonly Entry[], of: number): Correcting | undefined =>
  entries.find(
    (entry): entry is Correcting =>
      entry.kind === 'rate-corrected' &&
      entry.correction.isRetraction &&
      entry.correction.of === of,
  )

/** The figures of a sheet that corrections name: of each tier the last one. */
export function correctedIn(entries: readonly Entry[], of: number): CorrectedFigure[] {
  const named = entries.flatMap((entry) =>
    entry.kind === 'rate-corrected' && !entry.correction.isRetraction
      ? entry.correction.figures.filter((figure) => figure.of === of)
      : [],
  )
  return named.filter(
    (figure, index) => !named.slice(index + 1).some((later) => isSameTier(later, figure)),
  )
}

/** The published sheets that were not retracted, as they were published. */
export function keptSheets(entries: readonly Entry[]): (Entry & Publishing)[] {
  return entries.filter(
    (entry): entry is Entry & Publishing =>
      entry.kind === 'sheet-published' && retractionOf(entries, entry.position) === undefined,
  )
}

/** "The published sheets in the order of the book, without the retracted ones." */
export function believedSheets(entries: readonly Entry[]): BelievedSheet[] {
  return keptSheets(entries).map((entry) => believed(entry, correctedIn(entries, entry.position)))
}

function believed(
  { position, at, sheet }: Entry & Publishing,
  figures: readonly CorrectedFigure[],
): BelievedSheet {
  const kept = sheet.offers.flatMap((offer): Offer[] => {
    const figure = figures.find((one) => isSameTier(one, offer))
    if (figure === undefined) return [offer]
    const { annualEffectiveRate: _, ...rest } = offer
    return figure.now === undefined ? [] : [{ ...rest, rate: figure.now }]
  })
  const added = figures.flatMap((figure): Offer[] =>
    figure.now === undefined || sheet.offers.some((offer) => isSameTier(offer, figure))
      ? []
      : [{ ...tierOf(figure), rate: figure.now }],
  )
  const offers = [...kept, ...added].toSorted(byTiers)
  const emptied = figures.filter((figure) => !offers.some((offer) => isSameTerms(offer, figure)))
  return { position, at, sheet: { ...sheet, offers }, emptied }
}

/** Whether a sheet lists some terms or withdraws them. */
export const isSheetAbout = (sheet: BelievedSheet, terms: Terms): boolean =>
  isAbout(sheet, terms) || sheet.emptied.some((one) => isSameTerms(one, terms))
