import type { CorrectedFigure } from '../../domain/change.ts'
import type { Correcting, Entry, Publishing } from '../../domain/entry.ts'
import {
  compareTiers,
  keyOf,
  tierKeyOf,
  tierOf,
  withdrawsUnlisted,
  type Offer,
  type Sheet,
  type Terms,
  type TermsKey,
  type TierKey,
} from '../../domain/offer.ts'

/** A published rate sheet as it is believed now. */
export type BelievedSheet = {
  readonly entry: Publishing
  /** With the figures that corrections name replaced, added or taken out. */
  readonly sheet: Sheet
  /** The terms whose last figure a correction took out. The sheet lists them with no tier, so it withdraws them. */
  readonly emptied: ReadonlySet<TermsKey>
}

/** The believed sheets of an institution in the order of the book: retracted ones are left out. `entries` are all of its entries. */
export function believedSheets(entries: readonly Entry[]): readonly BelievedSheet[] {
  const retracted = retractedIn(entries)
  const figures = Map.groupBy(correctedFiguresIn(entries), ({ of }) => of)
  return entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter(({ position }) => !retracted.has(position))
    .map((entry) => believedSheet(entry, figures.get(entry.position)))
}

/** The same by their positions. */
export function believedByPosition(entries: readonly Entry[]): ReadonlyMap<number, BelievedSheet> {
  return new Map(believedSheets(entries).map((sheet) => [sheet.entry.position, sheet]))
}

/** The positions of retracted sheets. */
export function retractedIn(entries: readonly Entry[]): ReadonlySet<number> {
  const retractions = correctionsIn(entries).filter(({ correction }) => correction.isRetraction)
  return new Set(retractions.map(({ correction }) => correction.of))
}

/** The corrections and retractions among some entries. */
export function correctionsIn(entries: readonly Entry[]): readonly Correcting[] {
  return entries.filter((entry) => entry.kind === 'rate-corrected')
}

/** The figures that corrections name, oldest first; those of retractions are left out. */
export function correctedFiguresIn(entries: readonly Entry[]): readonly CorrectedFigure[] {
  return correctionsIn(entries).flatMap(({ correction: { isRetraction, figures } }) =>
    isRetraction ? [] : figures,
  )
}

/** Whether a sheet lists some terms, or withdraws them by leaving them out. */
export function isAbout({ sheet, emptied }: BelievedSheet, terms: Terms): boolean {
  const key = keyOf(terms)
  return (
    emptied.has(key) ||
    withdrawsUnlisted(sheet, terms) ||
    sheet.offers.some((offer) => keyOf(offer) === key)
  )
}

const none: ReadonlySet<TermsKey> = new Set()

/** A sheet with the figures that corrections name for it, oldest first: the last one of each tier counts. */
export function believedSheet(
  entry: Publishing,
  figures: readonly CorrectedFigure[] = [],
): BelievedSheet {
  const { sheet } = entry
  if (figures.length === 0) return { entry, sheet, emptied: none }
  const printed = new Map(sheet.offers.map((offer) => [tierKeyOf(offer), offer]))
  const believed = new Map(printed)
  for (const figure of figures) {
    const key = tierKeyOf(figure)
    const offer = rightOffer(figure, printed)
    if (offer === undefined) believed.delete(key)
    else believed.set(key, offer)
  }
  const offers = [...believed.values()].toSorted(compareTiers)
  const listed = new Set(offers.map(keyOf))
  const emptied = new Set(figures.map(keyOf).filter((key) => !listed.has(key)))
  return { entry, sheet: { ...sheet, offers }, emptied }
}

/** The offer that a correction puts in the place of a printed one, or adds. The printed AER belongs to the wrong rate. */
function rightOffer(
  figure: CorrectedFigure,
  printed: ReadonlyMap<TierKey, Offer>,
): Offer | undefined {
  const { now: rate } = figure
  if (rate === undefined) return undefined
  const { annualEffectiveRate: _, ...offer } = printed.get(tierKeyOf(figure)) ?? {
    ...tierOf(figure),
    rate,
  }
  return { ...offer, rate }
}
